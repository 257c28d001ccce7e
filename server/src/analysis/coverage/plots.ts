import type { BarsDraft, HeatMapDraft, PlotDraft } from '../../domain/analysis/plot.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { type Sentence, say, type Text } from '../../domain/sentences/sentence.ts';
import type { SentenceValues } from '../../domain/sentences/write.ts';
import { questionCases } from '../cases.ts';
import { scaleOf } from '../heat-scale.ts';
import { levelText } from '../level-text.ts';
import { crossLevels, totalCount } from './cells/cell-counts.ts';
import { cellId, cellParts } from './cells/cell-keys.ts';
import type { CellKeys, Dimension } from './parameters.ts';
import type { Survey } from './survey.ts';

/** More rows would be unreadable; the largest are shown. */
const MAX_PLOT_ROWS = 30;

export function drawPlots(survey: Survey): PlotDraft[] {
  const { dimensions } = survey.parameters;
  const plots: PlotDraft[] = [];
  if (dimensions.includes('category') && dimensions.includes('difficulty')) plots.push(drawHeatMap(survey));
  const sizeOf = (dimension: Dimension) => survey.marginals.get(dimension)?.length ?? 0;
  const [largest] = dimensions.filter((name) => name !== 'topic').sort((left, right) => sizeOf(right) - sizeOf(left));
  if (largest !== undefined) plots.push(drawBars(survey, largest));
  if (dimensions.includes('topic')) plots.push(drawBars(survey, 'topic'));
  return plots;
}

function drawHeatMap(survey: Survey): HeatMapDraft {
  const table = crossLevels(survey.counts, ['category']);
  const rows = table.rows
    .map((keys, y) => ({ keys, counts: table.counts[y] ?? [] }))
    .sort((left, right) => sum(right.counts) - sum(left.counts))
    .slice(0, MAX_PLOT_ROWS);
  const isGap = findMarks(survey);
  const marked: [number, number][] = [];
  for (const [y, { keys, counts }] of rows.entries()) {
    for (const [x, difficulty] of DIFFICULTY_LEVELS.entries()) {
      if (isGap({ ...keys, difficulty }, counts[x] ?? 0)) marked.push([x, y]);
    }
  }
  const mark = markValues(survey);
  const shown = shownOf(rows.length, table.rows.length, 'category');
  const isCut = rows.length < table.rows.length;
  const { scale } = scaleOf(rows.map(({ counts }) => counts));
  const isLog = scale !== undefined;
  return {
    id: 'category-by-difficulty',
    kind: 'heat_map',
    title: say('plots.coverage.heat_map.title'),
    description: say('plots.coverage.heat_map.description', {
      questions: survey.questions,
      ...shown,
      levels: DIFFICULTY_LEVELS.length,
      marked: marked.length,
      ...mark,
      log: isLog,
    }),
    n: survey.questions,
    cases: questionCases(survey.questions),
    ...((isCut || isLog) && { note: say('plots.coverage.heat_map.note', { cut: isCut, ...shown, log: isLog }) }),
    ...(isLog && { scale }),
    x: { label: say('plots.level'), values: DIFFICULTY_LEVELS.map(levelText) },
    y: { label: say('plots.category'), values: rows.map(({ keys }) => cellText(keys)) },
    value: { label: say('plots.questions'), unit: say('plots.questions_unit') },
    values: rows.map(({ counts }) => counts),
    marked,
    mark_label: marked.length === 0 ? null : say('plots.coverage.heat_map.mark', mark),
  };
}

/** The unreached targets of a blueprint with these keys, of a cell or of its category or level as a whole. */
function findMarks({ parameters, fit, gaps }: Survey): (keys: CellKeys, count: number) => boolean {
  if (fit === null) return (_, count) => count < parameters.min_cell;
  const ids = new Set(gaps.map(({ keys }) => cellId(keys)));
  return ({ category, difficulty }) =>
    [{ category, difficulty }, { category }, { difficulty }].some((keys) => ids.has(cellId(keys as CellKeys)));
}

/** A target of a category marks its whole row, a target of a level its column. */
function markValues({ parameters, fit, gaps }: Survey): { mark: string; min: number } {
  const min = parameters.min_cell;
  if (fit === null) return { mark: 'few', min };
  const whole = gaps.some(
    ({ keys }) => keys.topic === undefined && (keys.category === undefined) !== (keys.difficulty === undefined),
  );
  return { mark: whole ? 'blueprint_lines' : 'blueprint', min };
}

const LABELS: Readonly<Record<Dimension, Sentence>> = {
  category: say('plots.category'),
  difficulty: say('plots.level'),
  topic: say('plots.topic'),
};

function drawBars(survey: Survey, dimension: Dimension): BarsDraft {
  const all = survey.marginals.get(dimension) ?? [];
  const rows = all.slice(0, MAX_PLOT_ROWS);
  const shown = shownOf(rows.length, all.length, dimension);
  const [largest] = rows.toSorted((left, right) => right.count - left.count);
  const most: SentenceValues =
    largest === undefined
      ? {}
      : { most: cellParts({ [dimension]: largest.value }), count: largest.count, share: largest.share };
  return {
    id: `questions-by-${dimension}`,
    kind: 'bars',
    title: say('plots.coverage.bars.title', { dimension }),
    description: say(`plots.coverage.bars.${largest === undefined ? 'shown' : 'description'}`, {
      questions: totalCount(rows),
      ...shown,
      ...most,
    }),
    n: totalCount(rows),
    cases: questionCases(totalCount(rows)),
    ...(rows.length < all.length && { note: say('plots.coverage.bars.note', shown) }),
    x: { label: LABELS[dimension], values: rows.map(({ value }) => cellText({ [dimension]: value })) },
    y: { label: say('plots.questions'), unit: say('plots.questions_unit') },
    series: [{ name: say('plots.questions'), values: rows.map(({ count }) => count) }],
    horizontal: true,
  };
}

/** The name of a row; only levels and "no topic" have to be written in a language. */
function cellText(keys: CellKeys): Text {
  const cell = cellParts(keys);
  const [only] = cell;
  if (only === undefined || cell.length > 1) return say('phrases.cell', { it: cell });
  if (only.kind === 'level') return levelText(only.name);
  return only.name ?? say('phrases.part', only);
}

function shownOf(shown: number, all: number, dimension: Dimension): SentenceValues {
  return { part: dimension, total: all, shown, whole: shown === all };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
