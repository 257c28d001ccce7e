import { describe, expect, it } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { partsOf } from '../../corpus/corpus.fixture.ts';
import { row } from '../bank.fixture.ts';
import { gatherBank, packPart } from '../bank.ts';
import { guessByLabels } from './label-baseline.ts';

/** Each question as [category, topic, level, fold]. */
async function guess(...given: readonly (readonly [string, string | null, number, number])[]): Promise<number[]> {
  const rows: TextRow[] = given.map(([category, topic_focus, difficulty], index) =>
    row(index, { category, topic_focus, difficulty }),
  );
  const { corpus } = await gatherBank(partsOf({ population: 0, partial: packPart(rows) }));
  const sample = {
    questions: Uint32Array.from(rows.keys()),
    levels: Uint8Array.from(given, ([, , level]) => level),
    folds: Uint8Array.from(given, ([, , , fold]) => fold),
    texts: Uint32Array.from(rows.keys()),
  };
  return [...guessByLabels(corpus, sample, 2)];
}

describe('a guess by the labels alone', () => {
  it('is the most frequent level of the same category and topic in the other folds', async () => {
    const guesses = await guess(
      ['Art', 'Opera', 2, 0],
      ['Art', 'Opera', 2, 0],
      ['Art', 'Opera', 1, 0],
      ['Music', 'Opera', 0, 0],
      ['Art', 'Opera', 0, 1],
      ['Music', 'Opera', 1, 1],
    );
    expect(guesses.slice(4)).toEqual([2, 0]);
    // Questions of the first fold only know the second.
    expect(guesses.slice(0, 4)).toEqual([0, 0, 0, 1]);
  });

  it('never uses the level of the question itself', async () => {
    const guesses = await guess(['Art', 'Opera', 2, 0], ['Art', 'Opera', 1, 1]);
    expect(guesses).toEqual([1, 2]);
  });

  it('falls back to the category for an unseen topic, and to all questions for an unseen category', async () => {
    const others = [
      ['Art', 'Opera', 2, 0],
      ['Art', 'Song', 2, 0],
      ['Sport', null, 0, 0],
      ['Sport', null, 0, 0],
      ['Sport', null, 0, 0],
    ] as const;
    expect((await guess(...others, ['Art', 'Dance', 1, 1], ['Law', null, 1, 1])).slice(5)).toEqual([2, 0]);
  });

  it('falls back to the category where the topic is a tie', async () => {
    const others = [
      ['Art', 'Opera', 1, 0],
      ['Art', 'Opera', 2, 0],
      ['Art', 'Song', 2, 0],
      ['Sport', null, 1, 0],
      ['Sport', null, 1, 0],
    ] as const;
    expect((await guess(...others, ['Art', 'Opera', 0, 1])).slice(5)).toEqual([2]);
  });
});
