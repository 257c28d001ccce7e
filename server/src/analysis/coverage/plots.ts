import type { BarsPlot, HeatMapPlot, Plot } from '../../domain/analysis/plot.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { LOG_NOTE, scaleOf } from '../heat-scale.ts';
import { levelName, numbered, percent } from '../wording.ts';
import { crossLevels, totalCount } from './cells/cell-counts.ts';
import { cellId, cellName } from './cells/cell-keys.ts';
import type { CellKeys, Dimension } from './parameters.ts';
import type { MarginalRow, Survey } from './survey.ts';
import { partName } from './wording.ts';

/** More rows would be unreadable; the largest are shown. */
const MAX_PLOT_ROWS = 30;

export function drawPlots(survey: Survey): Plot[] {
  const { dimensions } = survey.parameters;
  const plots: Plot[] = [];
  if (dimensions.includes('category') && dimensions.includes('difficulty')) plots.push(drawHeatMap(survey));
  const sizeOf = (dimension: Dimension) => survey.marginals.get(dimension)?.length ?? 0;
  const [largest] = dimensions.filter((name) => name !== 'topic').sort((left, right) => sizeOf(right) - sizeOf(left));
  if (largest !== undefined) plots.push(drawBars(survey, largest));
  if (dimensions.includes('topic')) plots.push(drawBars(survey, 'topic'));
  return plots;
}

function drawHeatMap(survey: Survey): HeatMapPlot {
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
  const label = markLabel(survey);
  const shown = shownOf(rows.length, table.rows.length, 'category');
  const { scale } = scaleOf(rows.map(({ counts }) => counts));
  const gaps =
    marked.length === 0 ? 'No cell is marked as a gap.' : `Marked, ${label}: ${numbered(marked.length, 'cell')}.`;
  return {
    id: 'category-by-difficulty',
    kind: 'heat_map',
    title: 'Questions by category and level',
    description: `${numbered(survey.questions, 'question')} in ${shown}, each at ${DIFFICULTY_LEVELS.length} levels. ${gaps}${scale === undefined ? '' : ` ${LOG_NOTE}`}`,
    n: survey.questions,
    ...joinNotes([rows.length < table.rows.length ? `Drawn: ${shown}.` : null, scale === undefined ? null : LOG_NOTE]),
    ...(scale !== undefined && { scale }),
    x: { label: 'Level', values: DIFFICULTY_LEVELS.map(levelName) },
    y: { label: 'Category', values: rows.map(({ keys }) => cellName(keys)) },
    value: { label: 'Questions', unit: 'questions' },
    values: rows.map(({ counts }) => counts),
    marked,
    mark_label: marked.length === 0 ? null : label,
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
function markLabel({ parameters, fit, gaps }: Survey): string {
  if (fit === null) return `fewer than ${numbered(parameters.min_cell, 'question')}`;
  const whole = gaps.some(
    ({ keys }) => keys.topic === undefined && (keys.category === undefined) !== (keys.difficulty === undefined),
  );
  return whole ? 'below the blueprint: the cell, or its category or level as a whole' : 'below the blueprint';
}

function joinNotes(notes: readonly (string | null)[]): { note?: string } {
  const given = notes.filter((note) => note !== null);
  return given.length === 0 ? {} : { note: given.join(' ') };
}

function drawBars(survey: Survey, dimension: Dimension): BarsPlot {
  const all = survey.marginals.get(dimension) ?? [];
  const rows = all.slice(0, MAX_PLOT_ROWS);
  const label = dimension === 'difficulty' ? 'Level' : dimension === 'category' ? 'Category' : 'Topic';
  const names = rows.map(({ value }) => cellName({ [dimension]: value }));
  const [largest] = rows.toSorted((left, right) => right.count - left.count);
  const most =
    largest === undefined ? '' : ` Most in ${cellName({ [dimension]: largest.value })}: ${describeRow(largest)}.`;
  return {
    id: `questions-by-${dimension}`,
    kind: 'bars',
    title: `Questions by ${partName([dimension], 1)}`,
    description: `${numbered(totalCount(rows), 'question')} in ${shownOf(rows.length, all.length, dimension)}.${most}`,
    n: totalCount(rows),
    ...joinNotes([rows.length < all.length ? `Drawn: ${shownOf(rows.length, all.length, dimension)}.` : null]),
    x: { label, values: names },
    y: { label: 'Questions', unit: 'questions' },
    series: [{ name: 'Questions', values: rows.map(({ count }) => count) }],
    horizontal: true,
  };
}

function describeRow({ count, share }: MarginalRow): string {
  return `${numbered(count)} (${percent(share)})`;
}

function shownOf(shown: number, all: number, dimension: Dimension): string {
  const names = `${numbered(all)} ${partName([dimension], all)}`;
  return shown === all ? names : `the ${numbered(shown)} largest of ${names}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
