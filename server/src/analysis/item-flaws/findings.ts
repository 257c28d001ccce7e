import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { SEVERITIES } from '../../domain/flaws/rule.ts';
import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, note } from '../finding.ts';
import { listNames, numbered, percent } from '../wording.ts';
import { describeKeyBalance } from './key-balance.ts';
import type { FlawResult, RuleResult } from './result.ts';
import { PREDICATES } from './wording.ts';

/** The maximum number of findings, including the other rules, the balance of answers and the clean questions. */
const MAX_FINDINGS = 6;
const NAMED_RULES = 3;

const FIX_HINTS = new Map(FLAW_RULES.map(({ id, fix_hint }) => [id, fix_hint]));

/** The most severe and then the most frequent rules have their own findings; the others share one. */
export function findings({ rules, summary }: FlawResult): Finding[] {
  const { questions, clean, clean_pct } = summary;
  const found = rules.filter((rule) => rule.count > 0).toSorted(byWeight);
  if (rules.length === 0) return [note('The parameters exclude every rule.')];
  const balance = describeKeyBalance(summary.true_false);
  if (found.length === 0)
    return [note(`No rule found anything to fix in ${numbered(questions, 'question')}.`), ...balance];
  const open = MAX_FINDINGS - balance.length - 1;
  const single = found.length <= open ? open : open - 1;
  return [
    ...found.slice(0, single).map((rule) => describeRule(rule, questions)),
    ...describeOthers(found.slice(single)),
    ...balance,
    note(describeClean(clean, clean_pct, questions)),
  ];
}

function byWeight(left: RuleResult, right: RuleResult): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) || right.count - left.count;
}

function describeRule({ id, severity, count, pct }: RuleResult, questions: number): Finding {
  const [one = '', several = ''] = PREDICATES[id] ?? [];
  return {
    severity,
    text: `${numbered(count)} of ${numbered(questions, 'question')} (${percent(pct / 100)}) ${count === 1 ? one : several}.`,
    next_step: `${FIX_HINTS.get(id) ?? ''} ${OR_DISMISS}`.trim(),
    count,
    rows: { rule: id },
  };
}

function describeOthers(others: readonly RuleResult[]): Finding[] {
  const [gravest] = others;
  if (gravest === undefined) return [];
  const flags = others.reduce((sum, { count }) => sum + count, 0);
  const named = others.slice(0, NAMED_RULES).map(nameRule);
  const rest = others.length - named.length;
  const names = listNames(rest > 0 ? [...named, numbered(rest, 'other')] : named);
  return [
    {
      severity: gravest.severity,
      text: `${numbered(others.length)} other rules raise ${numbered(flags, 'flag')}: ${names}.`,
      next_step: `Go through the rows rule by rule. ${OR_DISMISS}`,
      count: null, // a question may have several of these flags
      rows: { rule: others.map(({ id }) => id) },
    },
  ];
}

function nameRule({ title, count }: RuleResult): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)} (${numbered(count)})`;
}

function describeClean(clean: number, pct: number, questions: number): string {
  if (clean === 0) return 'No question passes every rule.';
  const verb = clean === 1 ? 'passes' : 'pass';
  return `${numbered(clean)} of ${numbered(questions, 'question')} (${percent(pct / 100)}) ${verb} every rule.`;
}
