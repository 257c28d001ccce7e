import { testGoodnessOfFit } from '../../statistics/chi-square.ts';
import { jensenShannonDistance } from '../../statistics/jensen-shannon.ts';
import type { BlueprintCell, CellKeys } from '../parameters.ts';
import { type CellCount, countBy } from './cell-counts.ts';
import { cellId, compareKeys, keysOf, pickKeys, sameValue } from './cell-keys.ts';

/** A cell of the blueprint with the number of questions that the bank has for it. */
export interface Target {
  keys: CellKeys;
  have: number;
  target: number;
  /** The intended part of the mix, as a count or a share; null if the cell only sets a floor. */
  weight: number | null;
}

export interface Gap {
  keys: CellKeys;
  have: number;
  target: number;
  missing: number;
}

export interface BlueprintFit {
  chi2: number | null;
  df: number | null;
  p: number | null;
  jensen_shannon_distance: number | null;
  coverage_pct: number | null;
}

/** Shares that sum to 1, apart from rounding, leave nothing for the rest. */
const SHARE_TOLERANCE = 1e-6;

/**
 * Counts the questions of each cell. Counting once per set of keys handles 1,000 blueprint cells against millions of
 * questions.
 */
export function measureTargets(
  blueprint: readonly BlueprintCell[],
  counts: readonly CellCount[],
  questions: number,
): Target[] {
  const found = new Map<string, CellCount>();
  for (const cells of Map.groupBy(blueprint, (cell) => keysOf(cell).join()).values()) {
    const keys = cells[0] === undefined ? [] : keysOf(cells[0]);
    for (const cell of countBy(counts, keys)) found.set(cellId(cell.keys), cell);
  }
  return blueprint.map((cell) => {
    const { target_count, target_share, min_count = 0 } = cell;
    const there = found.get(cellId(cell));
    return {
      keys: there?.keys ?? pickKeys(cell, keysOf(cell)),
      have: there?.count ?? 0,
      target: Math.max(target_count ?? Math.round((target_share ?? 0) * questions), min_count),
      weight: target_count ?? target_share ?? null,
    };
  });
}

/** Lists the gaps, largest first. */
export function findGaps(targets: readonly Omit<Target, 'weight'>[]): Gap[] {
  return targets
    .filter(({ have, target }) => have < target)
    .map(({ keys, have, target }) => ({ keys, have, target, missing: target - have }))
    .sort((left, right) => right.missing - left.missing || compareKeys(left.keys, right.keys));
}

/** Counts the pairs of cells that could both contain the same question. */
export function countOverlaps(targets: readonly Target[]): number {
  let overlaps = 0;
  for (const [index, { keys: left }] of targets.entries()) {
    const leftKeys = keysOf(left);
    for (const { keys: right } of targets.slice(index + 1)) {
      if (leftKeys.every((key) => right[key] === undefined || sameValue(left, right, key))) overlaps += 1;
    }
  }
  return overlaps;
}

/**
 * Compares the mix of the bank with that of the blueprint. Shares refer to all questions, so the questions outside the
 * blueprint are compared with the share that is left; counts say nothing about other questions, so only the cells of
 * the blueprint are compared.
 */
export function fitBlueprint(targets: readonly Target[], questions: number, usesShares: boolean): BlueprintFit {
  const wanted = targets.reduce((sum, { target }) => sum + target, 0);
  const covered = targets.reduce((sum, { have, target }) => sum + Math.min(have, target), 0);
  const coverage_pct = wanted === 0 ? null : (100 * covered) / wanted;
  const observed = targets.map(({ have }) => have);
  const weights = targets.flatMap(({ weight }) => weight ?? []);
  if (weights.length < targets.length || countOverlaps(targets) > 0) {
    return { chi2: null, df: null, p: null, jensen_shannon_distance: null, coverage_pct };
  }
  if (usesShares) {
    const left = 1 - weights.reduce((sum, weight) => sum + weight, 0);
    weights.push(left > SHARE_TOLERANCE ? left : 0);
    observed.push(questions - observed.reduce((sum, have) => sum + have, 0));
  }
  const test = testGoodnessOfFit(observed, weights);
  return {
    chi2: test?.chi2 ?? null,
    df: test?.df ?? null,
    p: test?.p ?? null,
    jensen_shannon_distance: jensenShannonDistance(observed, weights),
    coverage_pct,
  };
}
