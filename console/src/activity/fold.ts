import type { Change } from '../../../client/src/index.ts';

/** Fewer changes of one kind in a row are listed one by one. */
const MIN_FOLDED = 3;

/** Changes that one person made in the same way, one after another, such as six merges of duplicates. */
export function foldChanges(changes: readonly Change[]): (readonly Change[])[] {
  const runs: Change[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && isAlike(last[0], change)) last.push(change);
    else runs.push([change]);
  }
  return runs.flatMap((run) => (run.length < MIN_FOLDED ? run.map((change) => [change]) : [run]));
}

/** Only changes that are over, and that nobody has reverted. */
function isAlike(one: Change, other: Change): boolean {
  return (
    [one, other].every(
      ({ status, reverts, reverted_by, conflict_count }) =>
        status === 'succeeded' && reverts === null && reverted_by === null && conflict_count === 0,
    ) &&
    one.kind === other.kind &&
    one.actor === other.actor
  );
}
