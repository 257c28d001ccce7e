import type { BarsPlot, HeatMapPlot, Plot } from '../../domain/analysis/plot.ts';
import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { listNames, numbered, percent } from '../wording.ts';
import type { AnswerTypeResult, RuleResult } from './result.ts';
import type { CategoryTally } from './tally.ts';

/** More columns would be unreadable; the summary has the numbers of all categories. */
const MAX_COLUMNS = 20;

/**
 * Draws the largest categories. Rules that found nothing are left out; without any flags there are no plots of rules.
 */
export function drawPlots(
  rules: readonly RuleResult[],
  types: readonly AnswerTypeResult[],
  categories: readonly CategoryTally[],
  n: number,
): Plot[] {
  const found = rules.filter((rule) => rule.count > 0).toSorted((left, right) => right.count - left.count);
  const answers = drawAnswerTypes(types, n);
  return found.length === 0 ? [answers] : [drawRules(found, n), drawCategories(found, categories, n), answers];
}

function drawRules(found: readonly RuleResult[], n: number): BarsPlot {
  const named = found.slice(0, 3).map((rule) => `${rule.title} ${percent(rule.pct / 100)}`);
  return {
    kind: 'bars',
    id: 'flaws-by-rule',
    title: 'Questions with each flaw',
    description: `${numbered(found.length, 'rule')} found something. Most frequent: ${listNames(named)} of ${numbered(n, 'question')}.`,
    n,
    cases: 'questions',
    severities: found.map(({ severity }) => severity),
    x: { label: 'Rule', values: found.map((rule) => rule.title) },
    y: { label: 'Share of questions', unit: '%' },
    series: [{ name: 'Questions', values: found.map((rule) => rule.pct) }],
    horizontal: true,
  };
}

function drawCategories(found: readonly RuleResult[], categories: readonly CategoryTally[], n: number): HeatMapPlot {
  const shown = categories.slice(0, MAX_COLUMNS);
  const values = found.map((rule) => shown.map((one) => (100 * (one.by_rule[bitOf(rule)] ?? 0)) / one.questions));
  return {
    kind: 'heat_map',
    id: 'flaws-by-category',
    title: 'Flaws by category',
    description: describeHighest(found, shown, values) + describeLeftOut(categories.length - shown.length),
    n,
    cases: 'questions',
    ...(shown.length < categories.length && {
      note: describeLeftOut(categories.length - shown.length).trim(),
    }),
    x: { label: 'Category', values: shown.map((one) => one.category) },
    y: { label: 'Rule', values: found.map((rule) => rule.title) },
    value: { label: 'Share of the questions of the category', unit: '%' },
    values,
    marked: [],
    mark_label: null,
  };
}

function bitOf({ id }: RuleResult): number {
  return FLAW_RULES.findIndex((rule) => rule.id === id);
}

function describeHighest(
  found: readonly RuleResult[],
  shown: readonly CategoryTally[],
  values: readonly (readonly number[])[],
): string {
  const cells = values.flatMap((row, y) => row.map((value, x) => ({ value, x, y })));
  const highest = cells.toSorted((left, right) => right.value - left.value).slice(0, 3);
  const named = highest
    .filter(({ value }) => value > 0)
    .map(({ value, x, y }) => `${found[y]?.title ?? ''} in ${shown[x]?.category ?? ''} (${percent(value / 100)})`);
  return `${numbered(found.length, 'rule')} by ${numbered(shown.length, 'category', 'categories')}. Highest: ${listNames(named)}.`;
}

function describeLeftOut(categories: number): string {
  return categories > 0 ? ` Not drawn: ${numbered(categories, 'smaller category', 'smaller categories')}.` : '';
}

function drawAnswerTypes(types: readonly AnswerTypeResult[], n: number): BarsPlot {
  const found = types.filter((type) => type.count > 0).toSorted((left, right) => right.count - left.count);
  const named = found.map(({ type, pct }) => `${type} ${percent(pct / 100)}`);
  return {
    kind: 'bars',
    id: 'answer-types',
    title: 'Kinds of answer',
    description: `Of ${numbered(n, 'answer')}: ${listNames(named)}.`,
    n,
    cases: 'questions',
    x: { label: 'Kind of answer', values: found.map(({ type }) => type) },
    y: { label: 'Share of questions', unit: '%' },
    series: [{ name: 'Questions', values: found.map(({ pct }) => pct) }],
    horizontal: false,
  };
}
