import { SEVERITIES } from '../../domain/flaws/rule.ts';
import { type Finding, note } from '../finding.ts';
import { describeKeyBalance } from './key-balance.ts';
import type { FlawResult, RuleResult } from './result.ts';

/** The maximum number of findings, including the other rules, the balance of answers and the clean questions. */
const MAX_FINDINGS = 6;
const NAMED_RULES = 3;

/** The most severe and then the most frequent rules have their own findings; the others share one. */
export function findings({ rules, summary }: FlawResult): Finding[] {
  const { questions, clean, clean_pct } = summary;
  const found = rules.filter((rule) => rule.count > 0).toSorted(byWeight);
  if (rules.length === 0) return [note('item_flaws.no_rules')];
  const balance = describeKeyBalance(summary.true_false);
  if (found.length === 0) return [note('item_flaws.nothing', { questions }), ...balance];
  const open = MAX_FINDINGS - balance.length - 1;
  const single = found.length <= open ? open : open - 1;
  return [
    ...found.slice(0, single).map((rule) => describeRule(rule, questions)),
    ...describeOthers(found.slice(single)),
    ...balance,
    clean === 0
      ? note('item_flaws.none_clean')
      : note('item_flaws.clean', { clean, questions, share: clean_pct / 100 }),
  ];
}

function byWeight(left: RuleResult, right: RuleResult): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) || right.count - left.count;
}

function describeRule({ id: rule, severity, count, pct }: RuleResult, questions: number): Finding {
  return {
    severity,
    code: 'item_flaws.rule',
    values: { rule, count, questions, share: pct / 100 },
    count,
    rows: { rule },
  };
}

function describeOthers(others: readonly RuleResult[]): Finding[] {
  const [gravest] = others;
  if (gravest === undefined) return [];
  const flags = others.reduce((sum, { count }) => sum + count, 0);
  const named = others.slice(0, NAMED_RULES).map(({ id, count }) => ({ rule: id, count }));
  const rest = others.length - named.length;
  return [
    {
      severity: gravest.severity,
      code: 'item_flaws.other_rules',
      values: { rules: others.length, flags, named: rest > 0 ? [...named, { rule: null, count: rest }] : named },
      count: null, // a question may have several of these flags
      rows: { rule: others.map(({ id }) => id) },
    },
  ];
}
