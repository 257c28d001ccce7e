import { cellId, keysOf } from './cells/cell-keys.ts';
import type { BlueprintCell, CoverageParameters } from './parameters.ts';

interface ParameterProblem {
  /** A JSON Pointer into the parameters. */
  pointer: string;
  detail: string;
}

/** Shares with few decimals may miss 1 by this much. */
const SHARE_TOLERANCE = 1e-6;

/** Checks what a JSON Schema cannot: the relations between the cells of a blueprint, and to the dimensions. */
export function checkParameters({ dimensions, blueprint }: CoverageParameters): ParameterProblem[] {
  const problems: ParameterProblem[] = [];
  const firstOf = new Map<string, number>();
  for (const [index, cell] of blueprint.entries()) {
    const pointer = `/blueprint/${index}`;
    const keys = keysOf(cell);
    if (keys.length === 0) problems.push({ pointer, detail: 'Name a category, a difficulty or a topic.' });
    for (const key of keys) {
      if (!dimensions.includes(key)) {
        problems.push({ pointer: `${pointer}/${key}`, detail: `"${key}" is not among the dimensions.` });
      }
    }
    problems.push(...checkTarget(cell, pointer));
    const first = firstOf.get(cellId(cell));
    if (first === undefined) firstOf.set(cellId(cell), index);
    else if (keys.length > 0) problems.push({ pointer, detail: `This is the same cell as /blueprint/${first}.` });
  }
  return [...problems, ...checkMixture(blueprint), ...checkShares(blueprint)];
}

function checkTarget(cell: BlueprintCell, pointer: string): ParameterProblem[] {
  const { target_count, target_share, min_count } = cell;
  if (target_count !== undefined && target_share !== undefined) {
    return [{ pointer: `${pointer}/target_share`, detail: 'Give target_count or target_share, not both.' }];
  }
  if (target_count === undefined && target_share === undefined && min_count === undefined) {
    return [{ pointer, detail: 'Give target_count, target_share or min_count.' }];
  }
  return [];
}

/** Counts and shares have no common total: a blueprint with both has no mix to compare with. */
function checkMixture(blueprint: readonly BlueprintCell[]): ParameterProblem[] {
  const counted = blueprint.findIndex((cell) => cell.target_count !== undefined);
  const shared = blueprint.findIndex((cell) => cell.target_share !== undefined && cell.target_count === undefined);
  if (counted === -1 || shared === -1) return [];
  const detail = `/blueprint/${counted} has a target_count; give counts or shares throughout.`;
  return [{ pointer: `/blueprint/${shared}/target_share`, detail }];
}

/** Cells with the same keys cannot overlap, so their shares are parts of one total. */
function checkShares(blueprint: readonly BlueprintCell[]): ParameterProblem[] {
  const problems: ParameterProblem[] = [];
  for (const [keys, cells] of Map.groupBy(blueprint, (cell) => keysOf(cell).join(' x '))) {
    const sum = cells.reduce((total, cell) => total + (cell.target_share ?? 0), 0);
    if (sum > 1 + SHARE_TOLERANCE) {
      const detail = `The target shares by ${keys} sum to ${Number(sum.toFixed(6))}; at most 1 is possible.`;
      problems.push({ pointer: '/blueprint', detail });
    }
  }
  return problems;
}
