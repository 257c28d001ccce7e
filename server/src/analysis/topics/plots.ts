import type { BarsDraft, HeatMapDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { SentenceValues } from '../../domain/sentences/write.ts';
import { questionCases } from '../cases.ts';
import { scaleOf } from '../heat-scale.ts';
import type { Survey } from './survey.ts';
import { labelOf } from './wording.ts';

const PLOTS = 'plots.topics';
const QUESTIONS = { label: say('plots.questions'), unit: say('plots.questions_unit') };

/** More rows would be unreadable. */
const MATRIX_LABELS = 20;
const BAR_GROUPS = 8;
const BAR_TERMS = 5;

export function drawPlots(survey: Survey): PlotDraft[] {
  return [drawFiling(survey), drawClusters(survey), drawTerms(survey)].filter((plot) => plot !== null);
}

function drawFiling({ filing, declared, parameters }: Survey): HeatMapDraft | null {
  if (filing.judged === 0) return null;
  const names = filing.labels.slice(0, MATRIX_LABELS).map((label) => declared.names[label] ?? '');
  const values = filing.table.slice(0, names.length).map((row) => row.slice(0, names.length));
  const label = labelOf(parameters.group_by);
  return {
    id: 'filing',
    kind: 'heat_map',
    title: say(`${PLOTS}.filing.title`, { label }),
    description: say(`${PLOTS}.filing.description`, {
      share: filing.agreement ?? 0,
      questions: filing.judged,
      ...fullestCell(values, names, names, true),
    }),
    n: sumOf(values),
    cases: questionCases(sumOf(values)),
    ...scaleOf(values),
    ...leaveOut(names.length, filing.labels.length, label, filing.judged - sumOf(values)),
    x: { label: say(`${PLOTS}.filing.x`), values: names },
    y: { label: say(`${PLOTS}.declared`, { label }), values: names },
    value: QUESTIONS,
    values,
    marked: names.map((_, index) => [index, index] as const),
    mark_label: say(`${PLOTS}.filing.mark`),
  };
}

function drawClusters({ comparison, parameters }: Survey): HeatMapDraft | null {
  if (comparison === null || comparison.table.length === 0) return null;
  const rows = comparison.declared.slice(0, MATRIX_LABELS);
  const columns = comparison.grouped.names.slice(0, MATRIX_LABELS);
  const values = comparison.table.slice(0, rows.length).map((row) => row.slice(0, columns.length));
  const label = labelOf(parameters.group_by);
  const rand = comparison.adjusted_rand;
  return {
    id: 'clusters',
    kind: 'heat_map',
    title: say(`${PLOTS}.clusters.title`, { label }),
    description: say(`${PLOTS}.clusters.description`, {
      clusters: comparison.clusters.k,
      shown: columns.length,
      ...fullestCell(values, rows, columns, false),
      compared: rand !== null,
      adjusted_rand: rand ?? 0,
    }),
    n: sumOf(values),
    cases: questionCases(sumOf(values)),
    ...scaleOf(values),
    ...leaveOut(rows.length, comparison.declared.length, label, sumOf(comparison.table) - sumOf(values)),
    x: { label: say(`${PLOTS}.clusters.x`), values: columns },
    y: { label: say(`${PLOTS}.declared`, { label }), values: rows },
    value: QUESTIONS,
    values,
    marked: [],
    mark_label: null,
  };
}

/** The fullest cell, or the fullest one outside the diagonal. */
function fullestCell(
  values: readonly (readonly number[])[],
  rows: readonly string[],
  columns: readonly string[],
  besideDiagonal: boolean,
): SentenceValues {
  let fullest = { count: 0, row: '', column: '' };
  for (const [y, row] of values.entries()) {
    for (const [x, count] of row.entries()) {
      if (count <= fullest.count || (besideDiagonal && x === y)) continue;
      fullest = { count, row: rows[y] ?? '', column: columns[x] ?? '' };
    }
  }
  return { ...fullest, other: besideDiagonal };
}

function sumOf(values: readonly (readonly number[])[]): number {
  return values.flat().reduce((sum, count) => sum + count, 0);
}

/** Notes what a table of the largest labels leaves out. */
function leaveOut(shown: number, all: number, label: 'topic' | 'category', questions: number) {
  if (questions === 0) return {};
  return { note: say(`${PLOTS}.left_out`, { shown, all, part: label, total: all, whole: shown === all, questions }) };
}

function drawTerms({ groups, groupsTotal }: Survey): BarsDraft | null {
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
    title: say(`${PLOTS}.terms.title`),
    description: say(`${PLOTS}.terms.description`, { terms: bars.length, first: first.name }),
    n: shown.reduce((sum, { size }) => sum + size, 0),
    cases: questionCases(shown.reduce((sum, { size }) => sum + size, 0)),
    ...(shown.length < groupsTotal && {
      note: say('phrases.groups_drawn', { shown: shown.length, all: groupsTotal }),
    }),
    x: { label: say(`${PLOTS}.terms.x`), values: bars.map(({ name }) => name) },
    y: { label: say(`${PLOTS}.terms.y`), unit: null },
    series: [{ name: say(`${PLOTS}.terms.weight`), values: bars.map(({ weight }) => weight) }],
    horizontal: true,
    panels: shown.map(({ label, terms }) => ({ name: label, labels: terms.map(({ term }) => term) })),
  };
}
