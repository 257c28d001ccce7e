import type { LintSettings } from './settings.ts';
import type { Span, Subject } from './subject.ts';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The positions of the flaw; empty if there is none. */
type Check = (subject: Subject) => readonly Span[];

export interface FlawRule {
  /** Its bit in the stored mask, which never changes: new rules take the next bit, and no bit is reused. */
  bit: number;
  id: string;
  severity: Severity;
  title: string;
  fix_hint: string;
  /** Only applied to questions in English. */
  english: boolean;
  /** Off by default: editors would act on fewer than four in five of its flags. */
  hint?: true;
}

export interface CheckedRule extends FlawRule {
  prepare: (settings: LintSettings) => Check;
}
