import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { type Diversity, diversity } from '../statistics/entropy.ts';
import { type BlueprintFit, findGaps, fitBlueprint, type Gap, measureTargets, type Target } from './cells/blueprint.ts';
import { byCount, type CellCount, countBy, totalCount } from './cells/cell-counts.ts';
import { type Relation, relateFirstTwo } from './cells/relation.ts';
import { listCells, type TableCell } from './cells/table.ts';
import type { CoverageParameters, Dimension } from './parameters.ts';

interface MarginalRow {
  value: string | number | null;
  count: number;
  share: number;
}

/** Everything known about a set, before lists are cut. The result, its warnings, plots and findings present it. */
export interface Survey {
  parameters: CoverageParameters;
  questions: number;
  counts: readonly CellCount[];
  /** Fullest first; ties in the order of their keys. */
  cells: readonly TableCell[];
  /** All cells that tie for the first place, and for the last. */
  largestCells: readonly TableCell[];
  smallestCells: readonly TableCell[];
  /** In the order of the keys. */
  emptyCells: readonly TableCell[];
  thinCells: readonly TableCell[];
  marginals: ReadonlyMap<Dimension, readonly MarginalRow[]>;
  entropy: Diversity;
  relation: Relation | null;
  /** Empty without a blueprint. */
  targets: readonly Target[];
  gaps: readonly Gap[];
  fit: BlueprintFit | null;
}

export function survey(counts: readonly CellCount[], parameters: CoverageParameters): Survey {
  const { dimensions, blueprint, min_cell } = parameters;
  const questions = totalCount(counts);
  const inOrder = listCells(counts, dimensions);
  const cells = inOrder.toSorted(byCount);
  const thinCells = inOrder.filter((cell) => cell.count < min_cell);
  const targets = measureTargets(blueprint, counts, questions);
  const usesShares = blueprint.some((cell) => cell.target_share !== undefined);
  return {
    parameters,
    questions,
    counts,
    cells,
    largestCells: cells.filter((cell) => cell.count === cells[0]?.count),
    smallestCells: cells.filter((cell) => cell.count === cells.at(-1)?.count),
    emptyCells: inOrder.filter((cell) => cell.count === 0),
    thinCells,
    marginals: new Map(dimensions.map((dimension) => [dimension, countMarginal(counts, dimension, questions)])),
    entropy: diversity(cells.map((cell) => cell.count)),
    relation: relateFirstTwo(counts, dimensions),
    targets,
    gaps: findGaps(
      blueprint.length > 0 ? targets : thinCells.map(({ keys, count }) => ({ keys, have: count, target: min_cell })),
    ),
    fit: blueprint.length > 0 ? fitBlueprint(targets, questions, usesShares) : null,
  };
}

/** All levels in their own order; other values by size. */
function countMarginal(counts: readonly CellCount[], dimension: Dimension, questions: number): MarginalRow[] {
  const found = countBy(counts, [dimension]);
  if (dimension !== 'difficulty') {
    return found
      .sort(byCount)
      .map(({ keys, count }) => ({ value: keys[dimension] ?? null, count, share: count / questions }));
  }
  return DIFFICULTY_LEVELS.map((level) => {
    const count = found.find((cell) => cell.keys.difficulty === level)?.count ?? 0;
    return { value: level, count, share: count / questions };
  });
}
