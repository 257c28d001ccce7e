import { expect, it } from 'vitest';
import type { Dismissals } from '../dismissals.ts';
import { findDismissals } from '../dismissals.ts';
import { keyedCorpus, questions } from '../run-duplicates.fixture.ts';
import { findDistinct } from './distinct.ts';
import { Links } from './links.ts';
import { makePairRule } from './pair-rule.ts';

const rows = questions(
  ['Who wrote Faust?', 'Goethe'],
  ['who wrote faust', 'goethe'],
  ['Who wrote Faust?', 'Marlowe'],
  ['Who wrote Hamlet?', 'Shakespeare'],
  ['Who wrote FAUST', 'Goethe'],
);

async function distinguish(dismissed: readonly (readonly [number, number])[] = []) {
  const keyed = await keyedCorpus(rows);
  const idOf = (index: number) => rows[index]?.id ?? '';
  const dismissals: Dismissals = findDismissals(
    keyed.corpus,
    dismissed.map(([a, b]) => [idOf(a), idOf(b)] as const),
  );
  const links = new Links();
  const { members, texts } = findDistinct(
    keyed,
    Uint32Array.from(rows.keys()),
    makePairRule(keyed.corpus, dismissals),
    links,
  );
  return {
    members: [...members],
    texts: [...texts],
    pairs: [...links.ordered()].map((link) => [link.earlier, link.later]),
  };
}

it('takes one question per text and answer, and counts words once per text', async () => {
  expect(await distinguish()).toEqual({
    members: [0, 2, 3],
    texts: [0, 3],
    pairs: [
      [0, 1],
      [0, 4],
    ],
  });
});

it('keeps a twin that is marked as different', async () => {
  expect(await distinguish([[0, 1]])).toEqual({ members: [0, 1, 2, 3], texts: [0, 3], pairs: [[0, 4]] });
  expect(
    await distinguish([
      [0, 1],
      [4, 0],
    ]),
  ).toEqual({ members: [0, 1, 2, 3], texts: [0, 3], pairs: [[1, 4]] });
});
