import type { Analysis } from '../../../../client/src/index.ts';
import { sentence } from '../../i18n/sentences.ts';
import { compact, LEVELS, type QuestionSearch } from '../../questions/search.ts';
import { listOf, type RowFilters, searchOf } from '../model.ts';
import type { BarsPlot, HeatMapPlot, Plot } from './plot.ts';

/** The questions of a mark as a list, as rows of the analysis, or a single one, with their number. */
export type MarkLink =
  | { to: 'list'; search: QuestionSearch; count: number }
  | { to: 'rows'; filters: RowFilters; count: number }
  | { to: 'question'; id: string };

interface Rule {
  id: string;
  title: string;
  count: number;
}

const isCalled = (label: string, name: 'category' | 'level' | 'topic', english: string) =>
  label === (sentence(`plots.${name}`) ?? english) || label === english;
const isNoTopic = (value: string) =>
  value === 'no topic' || value === sentence('phrases.part', { kind: 'no_topic', name: null });

/** The filter for a label on an axis. The names and the order of levels come from the plot. */
function filterAt({ label, values }: { label: string; values: readonly string[] }, index: number) {
  const value = values[index] ?? '';
  if (isCalled(label, 'category', 'Category')) return { category: [value] };
  if (isCalled(label, 'level', 'Level') && values.length === LEVELS.length) return { difficulty: [index] };
  if (isCalled(label, 'topic', 'Topic') && !isNoTopic(value)) return { topic_focus: value };
  return null;
}

function list(base: QuestionSearch | null, filters: readonly (object | null)[], count: number): MarkLink | null {
  if (base === null || count === 0 || filters.includes(null)) return null;
  return { to: 'list', search: compact(Object.assign({}, base, ...filters) as QuestionSearch), count };
}

/** Undefined unless the service can list exactly the questions that the mark counts. */
export function linkOfCell(analysis: Analysis, plot: HeatMapPlot, x: number, y: number): MarkLink | null {
  const value = plot.values[y]?.[x] ?? 0;
  if (analysis.analysis_type === 'coverage') {
    return list(listOf(analysis), [filterAt(plot.x, x), filterAt(plot.y, y)], value);
  }
  if (plot.id !== 'flaws-by-category') return null;
  const rule = ruleOf(analysis, plot.y.values[y]);
  const category = plot.x.values[x] ?? '';
  const { by_category: sizes } = (
    analysis.result as { summary: { by_category: { category: string; questions: number }[] } }
  ).summary;
  const count = Math.round((value / 100) * (sizes.find((one) => one.category === category)?.questions ?? 0));
  if (rule === undefined || count === 0) return null;
  return { to: 'rows', filters: { rule: [rule.id], category: [category] }, count };
}

export function linkOfBar(analysis: Analysis, plot: BarsPlot, index: number, series: number): MarkLink | null {
  const value = plot.series[series]?.values[index] ?? 0;
  if (analysis.analysis_type === 'coverage') return list(listOf(analysis), [filterAt(plot.x, index)], value);
  if (plot.id === 'flaws-by-rule') {
    const rule = ruleOf(analysis, plot.x.values[index]);
    return rule === undefined ? null : { to: 'rows', filters: { rule: [rule.id] }, count: rule.count };
  }
  if (analysis.analysis_type === 'set_comparison' && plot.id.startsWith('shares-by-')) {
    const size = analysis.question_count ?? 0;
    const { filter } = analysis.parameters['other'] as { filter?: NonNullable<Analysis['filter']> };
    const other = filter ? searchOf(filter) : null;
    const [base, all] = series === 0 ? [listOf(analysis), size] : [other, plot.n - size];
    return list(base, [filterAt(plot.x, index)], Math.round((value / 100) * all));
  }
  return null;
}

function ruleOf({ result }: Analysis, title: string | undefined): Rule | undefined {
  return (result as { rules?: Rule[] }).rules?.find((rule) => rule.title === title);
}

/** The names of nodes begin with the name of their group. */
export function linkOfNode({ id }: { id: string }): MarkLink {
  return { to: 'question', id: id.slice(id.indexOf(':') + 1) };
}

export function plotsOf({ result }: Analysis): readonly Plot[] {
  return (result as { plots?: Plot[] } | null)?.plots ?? [];
}
