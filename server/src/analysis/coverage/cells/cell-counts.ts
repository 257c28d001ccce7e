import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import type { CellRow } from '../../analysis-type.ts';
import { MAX_CELLS, requireAtMost } from '../../too-large.ts';
import type { CellKeys, Dimension } from '../parameters.ts';
import { compareKeys, pickKeys } from './cell-keys.ts';

export interface CellCount {
  keys: CellKeys;
  count: number;
}

export function countRows(rows: readonly CellRow[], dimensions: readonly Dimension[]): CellCount[] {
  const cells = rows.map(({ category, difficulty, topic_focus, count }) => ({
    keys: pickKeys({ category, difficulty, topic: topic_focus }, dimensions),
    count,
  }));
  return sumCells(cells);
}

/** Aggregates the counts to the given dimensions. */
export function countBy(cells: readonly CellCount[], dimensions: readonly Dimension[]): CellCount[] {
  return sumCells(cells.map(({ keys, count }) => ({ keys: pickKeys(keys, dimensions), count })));
}

/**
 * Merges equal cells and sorts them by key, so that equal counts serialise equally, in whatever order they were added.
 */
function sumCells(cells: readonly CellCount[]): CellCount[] {
  const sums = new Map<string, CellCount>();
  for (const { keys, count } of cells) {
    const id = JSON.stringify(keys);
    const sum = sums.get(id);
    if (sum === undefined) sums.set(id, { keys, count });
    else sum.count += count;
  }
  return [...sums.values()].sort((left, right) => compareKeys(left.keys, right.keys));
}

/** Merges two counts that are sorted by key. It takes one step per cell. */
export function mergeCells(left: readonly CellCount[], right: readonly CellCount[]): CellCount[] {
  const merged: CellCount[] = [];
  let at = 0;
  for (const cell of left) {
    for (let other = right[at]; other !== undefined && compareKeys(other.keys, cell.keys) < 0; other = right[at]) {
      merged.push(other);
      at += 1;
    }
    const same = right[at];
    if (same !== undefined && compareKeys(same.keys, cell.keys) === 0) {
      merged.push({ keys: cell.keys, count: cell.count + same.count });
      at += 1;
    } else {
      merged.push(cell);
    }
  }
  for (const cell of right.slice(at)) merged.push(cell);
  requireAtMost(MAX_CELLS, merged.length, 'combinations of category, level and topic');
  return merged;
}

export function totalCount(cells: readonly { count: number }[]): number {
  return cells.reduce((sum, { count }) => sum + count, 0);
}

/** Sorts by count, highest first. Sorting is stable, so ties keep the order of their keys. */
export function byCount(left: { count: number }, right: { count: number }): number {
  return right.count - left.count;
}

/** The existing rows (categories, topics, topics of categories) crossed with every level. */
interface LevelTable {
  rows: readonly CellKeys[];
  /** counts[row][level] */
  counts: readonly (readonly number[])[];
}

export function crossLevels(cells: readonly CellCount[], dimensions: readonly Dimension[]): LevelTable {
  const rowDimensions = dimensions.filter((dimension) => dimension !== 'difficulty');
  const rows = new Map<string, { keys: CellKeys; counts: number[] }>();
  for (const { keys, count } of cells) {
    const rowKeys = pickKeys(keys, rowDimensions);
    const id = JSON.stringify(rowKeys);
    const row = rows.get(id) ?? { keys: rowKeys, counts: DIFFICULTY_LEVELS.map(() => 0) };
    rows.set(id, row);
    const column = DIFFICULTY_LEVELS.indexOf(keys.difficulty ?? Number.NaN);
    row.counts[column] = (row.counts[column] ?? 0) + count;
  }
  const table = [...rows.values()].sort((left, right) => compareKeys(left.keys, right.keys));
  return { rows: table.map((row) => row.keys), counts: table.map((row) => row.counts) };
}
