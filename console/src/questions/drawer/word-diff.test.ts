import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

const SHOWN = {
  same: (text: string) => text,
  inserted: (text: string) => `{+${text}+}`,
  deleted: (text: string) => `[-${text}-]`,
};
const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => SHOWN[kind](text))
    .join('');

describe('wordDiff', () => {
  it.each([
    [
      'What is the main city of Australia?',
      'What is the capital of Australia?',
      'What is the [-main city-]{+capital+} of Australia?',
    ],
    ['one two', 'one two', 'one two'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['a, b', 'a b', 'a[-,-] b'],
    ['Zürich ist groß', 'Zürich ist klein', 'Zürich ist [-groß-]{+klein+}'],
    ['a b c', 'b c d', '[-a -]b c{+ d+}'],
  ])('compares "%s" with "%s"', (before, after, expected) => expect(shown(before, after)).toBe(expected));

  it('keeps every word of both texts', () => {
    const before = 'the cat sat on the mat and the dog sat too';
    const after = 'a dog sat on the cat and the mat was wet';
    const pieces = wordDiff(before, after);
    const without = (kind: string) =>
      pieces
        .filter((piece) => piece.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('inserted')).toBe(before);
    expect(without('deleted')).toBe(after);
  });

  it('compares texts of the maximum length quickly', () => {
    const started = performance.now();
    const long = (word: string) => `${word} `.repeat(2000);
    wordDiff(long('a'), long('b'));
    wordDiff('ab cd '.repeat(380), 'cd ef '.repeat(380));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
