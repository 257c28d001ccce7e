import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../test/cpu-ms.ts';
import { diffWords, type WordRun } from './word-diff.ts';

const textOf = (runs: readonly WordRun[], without: WordRun['kind']) =>
  runs
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('diffWords', () => {
  it('shows exactly the replaced words', () => {
    expect(diffWords('Which planet is closest to the Sun?', 'Which planet is nearest to our Sun?')).toEqual([
      { kind: 'same', text: 'Which planet is ' },
      { kind: 'removed', text: 'closest' },
      { kind: 'added', text: 'nearest' },
      { kind: 'same', text: ' to ' },
      { kind: 'removed', text: 'the' },
      { kind: 'added', text: 'our' },
      { kind: 'same', text: ' Sun?' },
    ]);
  });

  it.each([
    ['', ''],
    ['', 'new'],
    ['old', ''],
    ['same', 'same'],
  ])('of %j and %j reproduces both', (before, after) => {
    const runs = diffWords(before, after);
    expect([textOf(runs, 'added'), textOf(runs, 'removed')]).toEqual([before, after]);
  });

  it('reproduces any two texts, in alternating runs', () => {
    const word = fc.oneof(fc.constantFrom('a', 'b', 'c', ' ', '.', 'é', '漢', '👍'), fc.string());
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = diffWords(before, after);
        expect([textOf(runs, 'added'), textOf(runs, 'removed')]).toEqual([before, after]);
        expect(runs.every(({ kind, text: shown }, index) => shown !== '' && runs[index - 1]?.kind !== kind)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds as few edits as an exhaustive table', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const runs = diffWords(left.join('.'), right.join('.'));
        const edits = runs.filter(({ kind }) => kind !== 'same').reduce((sum, { text }) => sum + text.length, 0);
        const [a, b] = [Array.from(left.join('.')), Array.from(right.join('.'))];
        expect(edits).toBe(a.length + b.length - 2 * longestCommon(a, b));
      }),
    );
  });

  it('is fast on texts ten times as long as a question may be', () => {
    const words = (seed: number) => Array.from({ length: 10_000 }, (_, n) => `w${(n * seed) % 997}`).join(' ');
    const started = cpuMs();
    const runs = diffWords(words(7), words(13));
    expect(cpuMs() - started).toBeLessThan(500);
    expect([textOf(runs, 'added'), textOf(runs, 'removed')]).toEqual([words(7), words(13)]);
    const within = diffWords('x y '.repeat(900), 'y z '.repeat(900));
    expect(textOf(within, 'added')).toBe('x y '.repeat(900));
    expect(cpuMs() - started).toBeLessThan(1000);
  });
});

function longestCommon(left: readonly string[], right: readonly string[]): number {
  const row = Array.from({ length: right.length + 1 }, () => 0);
  for (const one of left) {
    let diagonal = 0;
    for (const [index, other] of right.entries()) {
      const above = row[index + 1] ?? 0;
      row[index + 1] = one === other ? diagonal + 1 : Math.max(above, row[index] ?? 0);
      diagonal = above;
    }
  }
  return row.at(-1) ?? 0;
}
