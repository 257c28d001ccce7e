import type { BarsPlot, HeatMapPlot, Plot } from '../../domain/analysis/plot.ts';
import { scaleOf } from '../heat-scale.ts';
import { decimal, numbered, percent } from '../wording.ts';
import type { Survey } from './survey.ts';
import { labelNoun, labelNouns } from './wording.ts';

/** More rows would be unreadable. */
const MATRIX_LABELS = 20;
const BAR_GROUPS = 8;
const BAR_TERMS = 5;

export function drawPlots(survey: Survey): Plot[] {
  return [drawFiling(survey), drawClusters(survey), drawTerms(survey)].filter((plot) => plot !== null);
}

function drawFiling({ filing, declared, parameters }: Survey): HeatMapPlot | null {
  if (filing.judged === 0) return null;
  const names = filing.labels.slice(0, MATRIX_LABELS).map((label) => declared.names[label] ?? '');
  const values = filing.table.slice(0, names.length).map((row) => row.slice(0, names.length));
  const noun = labelNoun(parameters.group_by);
  return {
    id: 'filing',
    kind: 'heat_map',
    title: `Declared ${noun} and where the words point`,
    description: `${percent(filing.agreement ?? 0)} of ${numbered(filing.judged, 'question')} are in cells where row and column have the same name.${describeLargestCell(values, names, names, true)}`,
    n: sumOf(values),
    ...scaleOf(values),
    ...leaveOut(names.length, filing.labels.length, labelNouns(parameters.group_by), filing.judged - sumOf(values)),
    x: { label: 'Where the words point', values: names },
    y: { label: `Declared ${noun}`, values: names },
    value: { label: 'Questions', unit: 'questions' },
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
    title: `Declared ${noun} and clusters`,
    description: `${numbered(comparison.clusters.k, 'cluster')} in the columns, of which the ${numbered(columns.length)} largest are shown.${describeLargestCell(values, rows, columns, false)}${rand}`,
    n: sumOf(values),
    ...scaleOf(values),
    ...leaveOut(
      rows.length,
      comparison.declared.length,
      labelNouns(parameters.group_by),
      sumOf(comparison.table) - sumOf(values),
    ),
    x: { label: 'Cluster', values: columns },
    y: { label: `Declared ${noun}`, values: rows },
    value: { label: 'Questions', unit: 'questions' },
    values,
    marked: [],
    mark_label: null,
  };
}

/** The fullest cell, or the fullest one outside the diagonal. */
function describeLargestCell(
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

function sumOf(values: readonly (readonly number[])[]): number {
  return values.flat().reduce((sum, count) => sum + count, 0);
}

/** Notes what a table of the largest labels leaves out. */
function leaveOut(shown: number, all: number, nouns: string, questions: number): { note?: string } {
  if (questions === 0) return {};
  const rows =
    shown < all ? `The ${numbered(shown)} largest of ${numbered(all)} ${nouns} are drawn; ` : 'The largest are drawn; ';
  return {
    note: `${rows}${numbered(questions, 'question')} of the others ${questions === 1 ? 'is' : 'are'} left out.`,
  };
}

function drawTerms({ groups, groupsTotal }: Survey): BarsPlot | null {
  const shown = groups.slice(0, BAR_GROUPS).flatMap(({ label, size, terms }) => {
    const listed = terms.slice(0, BAR_TERMS);
    return listed.length === 0 ? [] : [{ label, size, terms: listed }];
  });
  const bars = shown.flatMap(({ label, terms }) => terms.map((one) => ({ name: `${label}: ${one.term}`, ...one })));
  const [first] = bars;
  if (first === undefined) return null;
  return {
    id: 'top-terms',
    kind: 'bars',
    title: 'Most characteristic terms of the largest groups',
    description: `${numbered(bars.length, 'term')}, group by group, the most characteristic first; the first bar is ${first.name}.`,
    n: shown.reduce((sum, { size }) => sum + size, 0),
    cases: 'questions',
    ...(shown.length < groupsTotal && {
      note: `The ${numbered(shown.length)} largest of ${numbered(groupsTotal)} groups are drawn.`,
    }),
    x: { label: 'Group and term', values: bars.map(({ name }) => name) },
    y: { label: 'Weight (c-TF-IDF)', unit: null },
    series: [{ name: 'Weight', values: bars.map(({ weight }) => weight) }],
    horizontal: true,
    panels: shown.map(({ label, terms }) => ({ name: label, labels: terms.map(({ term }) => term) })),
  };
}
