import type { BarsDraft, HeatMapDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { say } from '../../domain/sentences/sentence.ts';
import { questionCases } from '../cases.ts';
import type { AnswerTypeResult, RuleResult } from './result.ts';
import type { CategoryTally } from './tally.ts';

/** More columns would be unreadable; the summary has the numbers of all categories. */
const MAX_COLUMNS = 20;
const MAX_NAMED = 3;

const PLOTS = 'plots.item_flaws';
const QUESTIONS = say('plots.questions');

/**
 * Draws the largest categories. Rules that found nothing are left out; without any flags there are no plots of rules.
 */
export function drawPlots(
  rules: readonly RuleResult[],
  types: readonly AnswerTypeResult[],
  categories: readonly CategoryTally[],
  n: number,
): PlotDraft[] {
  const found = rules.filter((rule) => rule.count > 0).toSorted((left, right) => right.count - left.count);
  const answers = drawAnswerTypes(types, n);
  return found.length === 0 ? [answers] : [drawRules(found, n), drawCategories(found, categories, n), answers];
}

function drawRules(found: readonly RuleResult[], n: number): BarsDraft {
  const named = found.slice(0, MAX_NAMED).map(({ id, pct }) => ({ rule: id, share: pct / 100 }));
  return {
    kind: 'bars',
    id: 'flaws-by-rule',
    title: say(`${PLOTS}.rules.title`),
    description: say(`${PLOTS}.rules.description`, { rules: found.length, named, questions: n }),
    n,
    cases: questionCases(n),
    severities: found.map(({ severity }) => severity),
    severity_names: {
      error: say('plots.severity.error'),
      warning: say('plots.severity.warning'),
      info: say('plots.severity.info'),
    },
    x: { label: say(`${PLOTS}.rule`), values: found.map(({ title }) => title) },
    y: { label: say(`${PLOTS}.share`), unit: '%' },
    series: [{ name: QUESTIONS, values: found.map((rule) => rule.pct) }],
    horizontal: true,
  };
}

function drawCategories(found: readonly RuleResult[], categories: readonly CategoryTally[], n: number): HeatMapDraft {
  const shown = categories.slice(0, MAX_COLUMNS);
  const left = categories.length - shown.length;
  const values = found.map((rule) => shown.map((one) => (100 * (one.by_rule[bitOf(rule)] ?? 0)) / one.questions));
  return {
    kind: 'heat_map',
    id: 'flaws-by-category',
    title: say(`${PLOTS}.categories.title`),
    description: say(`${PLOTS}.categories.description`, {
      rules: found.length,
      categories: shown.length,
      highest: nameHighest(found, shown, values),
      left,
    }),
    n,
    cases: questionCases(n),
    ...(left > 0 && { note: say(`${PLOTS}.categories.note`, { left }) }),
    x: { label: say('plots.category'), values: shown.map((one) => one.category) },
    y: { label: say(`${PLOTS}.rule`), values: found.map(({ title }) => title) },
    value: { label: say(`${PLOTS}.categories.value`), unit: '%' },
    values,
    marked: [],
    mark_label: null,
  };
}

function bitOf({ id }: RuleResult): number {
  return FLAW_RULES.findIndex((rule) => rule.id === id);
}

function nameHighest(
  found: readonly RuleResult[],
  shown: readonly CategoryTally[],
  values: readonly (readonly number[])[],
) {
  return values
    .flatMap((row, y) => row.map((value, x) => ({ value, x, y })))
    .toSorted((left, right) => right.value - left.value)
    .slice(0, MAX_NAMED)
    .filter(({ value }) => value > 0)
    .map(({ value, x, y }) => ({
      rule: found[y]?.id ?? '',
      category: shown[x]?.category ?? '',
      share: value / 100,
    }));
}

function drawAnswerTypes(types: readonly AnswerTypeResult[], n: number): BarsDraft {
  const found = types.filter((type) => type.count > 0).toSorted((left, right) => right.count - left.count);
  return {
    kind: 'bars',
    id: 'answer-types',
    title: say(`${PLOTS}.answers.title`),
    description: say(`${PLOTS}.answers.description`, {
      answers: n,
      types: found.map(({ type, pct }) => ({ type, share: pct / 100 })),
    }),
    n,
    cases: questionCases(n),
    x: { label: say(`${PLOTS}.answers.x`), values: found.map(({ type }) => say(`terms.answer_type.${type}`)) },
    y: { label: say(`${PLOTS}.share`), unit: '%' },
    series: [{ name: QUESTIONS, values: found.map(({ pct }) => pct) }],
    horizontal: false,
  };
}
