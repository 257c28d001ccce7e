import type { BarsPlot, HeatMapPlot, Plot, ScatterPlot } from '../../domain/analysis/plot.ts';
import { decimal, numbered, percent } from '../wording.ts';
import { NONE } from './features.ts';
import { bySize } from './labels.ts';
import type { Survey } from './survey.ts';
import { labelNoun } from './wording.ts';

/** More colours or lines than these cannot be told apart. */
const MAP_GROUPS = 10;
const MATRIX_LABELS = 20;
const BAR_GROUPS = 8;
const BAR_TERMS = 4;

export function drawPlots(survey: Survey): Plot[] {
  return [drawTopicMap(survey), drawFiling(survey), drawClusters(survey), drawTerms(survey)].filter(
    (plot) => plot !== null,
  );
}

function drawTopicMap({ map, grouped }: Survey): ScatterPlot | null {
  if (map === null || map.points.length === 0) return null;
  const named = new Set(bySize(grouped).slice(0, MAP_GROUPS));
  const nameOf = (group: number) =>
    group === NONE ? 'none' : named.has(group) ? (grouped.names[group] ?? '') : 'others';
  const groups = [...Map.groupBy(map.points, ({ group }) => nameOf(group))]
    .map(([name, points]) => ({ name, points: points.map(({ x, y }) => ({ x, y })) }))
    .sort((left, right) => right.points.length - left.points.length || (left.name < right.name ? -1 : 1));
  const shown = map.shown === null ? '' : ` The two axes show ${percent(map.shown)} of how far the groups lie apart.`;
  const sizes = groups.map(({ name, points }) => `${name} ${points.length}`).join(', ');
  return {
    id: 'topic-map',
    kind: 'scatter',
    title: 'Map of the questions by their words',
    description: `${numbered(map.points.length, 'question')} of the sample by the words they share: ${sizes}.${shown}`,
    n: map.points.length,
    x: { label: 'first direction in which the groups differ', unit: null },
    y: { label: 'second direction', unit: null },
    groups,
  };
}

function drawFiling({ filing, declared, parameters }: Survey): HeatMapPlot | null {
  if (filing.judged === 0) return null;
  const names = filing.labels.slice(0, MATRIX_LABELS).map((label) => declared.names[label] ?? '');
  const values = filing.table.slice(0, names.length).map((row) => row.slice(0, names.length));
  const noun = labelNoun(parameters.group_by);
  return {
    id: 'filing',
    kind: 'heat_map',
    title: `Declared ${noun} against where the words point`,
    description: `Of ${numbered(filing.judged, 'question')}, ${percent(filing.agreement ?? 0)} lie where row and column have the same name.${tellLargestCell(values, names, names, true)}`,
    n: filing.judged,
    x: { label: 'where the words point', values: names },
    y: { label: `declared ${noun}`, values: names },
    value: { label: 'questions', unit: 'questions' },
    values,
    marked: names.map((_, index) => [index, index] as const),
    mark_label: 'filed where the words point',
  };
}

function drawClusters({ comparison, parameters }: Survey): HeatMapPlot | null {
  if (comparison === null || comparison.table.length === 0) return null;
  const rows = comparison.declared.slice(0, MATRIX_LABELS);
  const columns = comparison.grouped.names.slice(0, MATRIX_LABELS);
  const values = comparison.table.slice(0, rows.length).map((row) => row.slice(0, columns.length));
  const noun = labelNoun(parameters.group_by);
  const rand = comparison.adjusted_rand === null ? '' : ` Adjusted Rand index ${decimal(comparison.adjusted_rand)}.`;
  return {
    id: 'clusters',
    kind: 'heat_map',
    title: `Declared ${noun} against clusters`,
    description: `${numbered(comparison.clusters.k, 'cluster')} in the columns, the largest ${numbered(columns.length)} of them shown.${tellLargestCell(values, rows, columns, false)}${rand}`,
    n: values.flat().reduce((sum, count) => sum + count, 0),
    x: { label: 'cluster', values: columns },
    y: { label: `declared ${noun}`, values: rows },
    value: { label: 'questions', unit: 'questions' },
    values,
    marked: [],
    mark_label: null,
  };
}

/** The fullest cell, or the fullest beside the diagonal. */
function tellLargestCell(
  values: readonly (readonly number[])[],
  rows: readonly string[],
  columns: readonly string[],
  besideDiagonal: boolean,
): string {
  let largest = { count: 0, row: '', column: '' };
  for (const [y, row] of values.entries()) {
    for (const [x, count] of row.entries()) {
      if (count <= largest.count || (besideDiagonal && x === y)) continue;
      largest = { count, row: rows[y] ?? '', column: columns[x] ?? '' };
    }
  }
  if (largest.count === 0) return '';
  return ` The fullest ${besideDiagonal ? 'other ' : ''}cell is ${largest.row} with ${largest.column}: ${numbered(largest.count, 'question')}.`;
}

function drawTerms({ groups }: Survey): BarsPlot | null {
  const bars = groups
    .slice(0, BAR_GROUPS)
    .flatMap(({ label, terms }) =>
      terms.slice(0, BAR_TERMS).map(({ term, weight }) => ({ name: `${label}: ${term}`, weight })),
    );
  const [first] = bars;
  if (first === undefined) return null;
  return {
    id: 'top-terms',
    kind: 'bars',
    title: 'Most telling terms of the largest groups',
    description: `${numbered(bars.length, 'term')}, group by group, the most telling of each first; the first bar is ${first.name}.`,
    n: groups.slice(0, BAR_GROUPS).reduce((sum, { size }) => sum + size, 0),
    x: { label: 'group and term', values: bars.map(({ name }) => name) },
    y: { label: 'weight (c-TF-IDF)', unit: null },
    series: [{ name: 'weight', values: bars.map(({ weight }) => weight) }],
    horizontal: true,
  };
}
