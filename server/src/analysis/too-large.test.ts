/** @module-tag heavy */
import { describe, expect, it, vi } from 'vitest';
import { packQuestions } from './corpus/chunk.ts';
import { NOTHING_KNOWN, partsOf, textRow } from './corpus/corpus.fixture.ts';
import { GrowingLabels, gatherCorpus } from './corpus/corpus.ts';
import { coverage } from './coverage/index.ts';
import { setComparison } from './set-comparison/index.ts';
import { packSet } from './set-comparison/set-part.ts';
import { textStatistics } from './text-statistics/index.ts';
import { defaults, row } from './text-statistics/rows.fixture.ts';
import { MAX_CELLS, MAX_GROUPS, MAX_LABELS, MAX_WORDS } from './too-large.ts';

vi.setConfig({ testTimeout: 300_000 });

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const words = (count: number, from: number) =>
  numbers(count, from)
    .map((number) => `w${number.toString(36)}`)
    .join(' ');

/** A chunk of one question with a dictionary of `words` words, like a shard of long texts. */
const chunkOf = (count: number, from: number) => ({ ...packQuestions([textRow()]), words: words(count, from) });
const PART = 500_000;

describe('an analysis fails with a reason if it', () => {
  it('exceeds two million different words, and does not store ten times as many', async () => {
    let taken = 0;
    const parts = {
      async *[Symbol.asyncIterator]() {
        for (; taken < (10 * MAX_WORDS) / PART; taken += 1)
          yield { population: 0, partial: chunkOf(PART, taken * PART) };
      },
    };
    await expect(gatherCorpus(parts)).rejects.toThrow(/more than 2,000,000 different words/u);
    expect(taken).toBe(MAX_WORDS / PART);
  });

  it('exceeds two million words in two sets', async () => {
    const parts = numbers(1 + MAX_WORDS / PART).map((part) => {
      const set = packSet([textRow()], false);
      const tokens = Uint32Array.from({ length: PART }, (_, word) => word);
      const chunk = { ...set.chunk, words: words(PART, part * PART), texts: { tokens, ends: Uint32Array.of(PART) } };
      return { population: 0, partial: { ...set, chunk } };
    });
    const parameters = { other: { filter: {} }, dimensions: [], near_duplicates: false, top_terms: 5, top_n: 5 };
    const gathered = setComparison.gather(partsOf(...parts), parameters, NOTHING_KNOWN);
    await expect(gathered).rejects.toThrow(/more than 2,000,000 different words/u);
  });

  it('exceeds 500,000 topics', () => {
    const labels = new GrowingLabels<string>();
    const names = numbers(MAX_LABELS).map(String);
    labels.take({ names, of: Uint32Array.of(0) });
    expect(() => labels.take({ names: ['one more'], of: Uint32Array.of(0) })).toThrow(
      /more than 500,000 different topics/u,
    );
  });

  it('exceeds 500,000 cells', () => {
    const parameters = { dimensions: ['topic'], blueprint: [], min_cell: 5, top_n: 5 } as const;
    const cells = (from: number) =>
      coverage.map(
        {
          source: 'cells',
          rows: numbers(MAX_CELLS / 2, from).map((topic) => ({
            category: 'A',
            difficulty: 0,
            topic_focus: `${topic}`,
            count: 1,
          })),
        },
        parameters,
      );
    const whole = coverage.merge(cells(0), cells(MAX_CELLS / 2), parameters);
    expect(() => coverage.merge(whole, cells(MAX_CELLS), parameters)).toThrow(/more than 500,000 combinations/u);
  });

  it('exceeds 20,000 groups', () => {
    const parameters = { ...defaults, group_by: 'topic' as const };
    const rows = numbers(MAX_GROUPS + 1).map((topic) => row({ topic_focus: `${topic}` }));
    expect(() => textStatistics.map({ source: 'texts', rows }, parameters)).toThrow(/more than 20,000 groups/u);
  });
});
