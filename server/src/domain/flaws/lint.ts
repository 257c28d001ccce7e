import type { FlawRule, Severity } from './rule.ts';
import { CHECKED_RULES } from './rules.ts';
import { DEFAULT_LINT_SETTINGS, type LintSettings } from './settings.ts';
import { type LintQuestion, NOTHING, readSubject, type Span, type Subject } from './subject.ts';

export { FLAW_RULES } from './rules.ts';
export { DEFAULT_LINT_SETTINGS, type FlawRule, type LintQuestion, type LintSettings, type Severity, type Span };

/** Raise this when any question may be judged differently: stored masks of older versions are then recomputed. */
export const FLAWS_VERSION = 2;

export interface Flag {
  rule: string;
  severity: Severity;
  spans: readonly Span[];
  fix_hint: string;
}

export interface Linter {
  /** A bit for each rule that found something. */
  mask(question: LintQuestion): number;
  /** The same for a question that was already read. */
  maskOf(subject: Subject): number;
  /** The same rules, with positions and hints. */
  explain(question: LintQuestion): Flag[];
}

/** Word lists are compiled once; a linter can check any number of questions. */
export function compileLinter(settings: LintSettings = DEFAULT_LINT_SETTINGS): Linter {
  const rules = CHECKED_RULES.map((rule) => ({ ...rule, flag: 1 << rule.bit, check: rule.prepare(settings) }));
  const find = (rule: (typeof rules)[number], subject: Subject) =>
    rule.english && !subject.english ? NOTHING : rule.check(subject);
  const maskOf = (subject: Subject) => {
    let mask = 0;
    for (const rule of rules) if (find(rule, subject).length > 0) mask |= rule.flag;
    return mask;
  };
  return {
    mask: (question) => maskOf(readSubject(question)),
    maskOf,
    explain(question) {
      const subject = readSubject(question);
      return rules.flatMap((rule) => {
        const spans = find(rule, subject);
        const { id, severity, fix_hint } = rule;
        return spans.length === 0 ? [] : [{ rule: id, severity, spans, fix_hint }];
      });
    },
  };
}
