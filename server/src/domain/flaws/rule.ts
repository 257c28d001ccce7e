import type { LintSettings } from './settings.ts';
import type { Span, Subject } from './subject.ts';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Where the flaw stands; nothing when there is none. */
export type Check = (subject: Subject) => readonly Span[];

export interface FlawRule {
  /** Its place in the stored bit mask, for ever: new rules take the next one, and no number is used twice. */
  bit: number;
  id: string;
  severity: Severity;
  title: string;
  fix_hint: string;
  /** Asked of questions in English only. */
  english: boolean;
  /** Off unless asked for: editors would act on fewer than four in five of its flags. */
  hint?: true;
}

export interface CheckedRule extends FlawRule {
  prepare: (settings: LintSettings) => Check;
}
