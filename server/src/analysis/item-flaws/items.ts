import type { Flag, Severity } from '../../domain/flaws/lint.ts';
import { SEVERITIES } from '../../domain/flaws/rule.ts';
import type { FlawRow, Item, RankedItems, TextRow } from '../analysis-type.ts';
import { showQuestion } from '../shown-question.ts';
import { chosenRules, hasRule, linterOf, maskOf } from './chosen-rules.ts';
import type { FlawParameters } from './parameters.ts';

/** The bits of the chosen rules, errors first. */
export function rankFlaws(parameters: FlawParameters): number[] {
  const rules = chosenRules(parameters);
  return SEVERITIES.map((severity) => maskOf(rules.filter((rule) => rule.severity === severity)));
}

/** Every question with a flag of a chosen rule, by its most severe flag; within a rank in creation order. */
export function rankItems(rows: readonly FlawRow[], parameters: FlawParameters): RankedItems[] {
  const ranks = rankFlaws(parameters);
  const chosen = ranks.reduce((bits, rank) => bits | rank, 0);
  const items: (Item & { question_id: string })[][] = ranks.map(() => []);
  for (const row of rows) {
    const mask = row.flaws & chosen;
    if (mask === 0) continue;
    const rank = ranks.findIndex((bits) => (bits & mask) !== 0);
    const body = String(mask);
    for (const [index, question_id] of row.ids.entries()) {
      items[rank]?.push({ question_id, version: row.versions[index] ?? null, body });
    }
  }
  return items.flatMap((list, rank) =>
    list.length === 0
      ? []
      : [{ rank, items: list.toSorted((left, right) => (left.question_id < right.question_id ? -1 : 1)) }],
  );
}

interface PresentedItem extends ReturnType<typeof showQuestion> {
  question_id: string | null;
  version: number | null;
  severity: Severity;
  flags: readonly Flag[];
}

/** The flags of the stored mask. Their positions are only known while the question itself exists. */
export function presentFlags(item: Item, question: TextRow | null, parameters: FlawParameters): PresentedItem {
  const mask = Number(item.body);
  const found = new Map(
    question === null
      ? []
      : linterOf(parameters)
          .explain(question)
          .map((flag) => [flag.rule, flag]),
  );
  const rules = chosenRules(parameters).filter((rule) => hasRule(mask, rule));
  return {
    question_id: item.question_id,
    version: item.version,
    severity: SEVERITIES.find((severity) => rules.some((rule) => rule.severity === severity)) ?? 'info',
    ...showQuestion(question),
    flags: rules.map(({ id, severity, fix_hint }) => ({
      rule: id,
      severity,
      spans: found.get(id)?.spans ?? [],
      fix_hint,
    })),
  };
}
