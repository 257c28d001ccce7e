import { describe, expect, it } from 'vitest';
import type { Change } from '../../../client/src/index.ts';
import { foldChanges } from './fold.ts';

const change = (id: string, given: Partial<Change> = {}) =>
  ({
    id,
    kind: 'merge',
    actor: 'person:1',
    status: 'succeeded',
    reverts: null,
    reverted_by: null,
    conflict_count: 0,
    ...given,
  }) as Change;

const idsOf = (changes: readonly Change[]) => foldChanges(changes).map((run) => run.map(({ id }) => id).join(''));

describe('changes of the same kind', () => {
  it('are folded from three in a row', () => {
    expect(idsOf(['a', 'b', 'c'].map((id) => change(id)))).toEqual(['abc']);
    expect(idsOf(['a', 'b'].map((id) => change(id)))).toEqual(['a', 'b']);
    expect(idsOf([])).toEqual([]);
  });

  it.each([
    ['of another person', { actor: 'person:2' }],
    ['of another kind', { kind: 'update' as const }],
    ['that was reverted', { reverted_by: 'x' }],
    ['that is a revert', { reverts: 'x' }],
    ['that is still running', { status: 'running' as const }],
    ['that left something alone', { conflict_count: 1 }],
  ])('are not folded with one %s', (_name, given) => {
    const changes = [change('a'), change('b'), change('c', given), change('d'), change('e')];
    expect(idsOf(changes)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
