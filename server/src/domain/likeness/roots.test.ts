import { describe, expect, it } from 'vitest';
import { rootOf, rootWords } from './roots.ts';
import { stemWord } from './stems.ts';

const root = (word: string) => rootOf(stemWord(word));

describe('roots', () => {
  it.each([
    ['create', 'created', 'creator', 'creation'],
    ['invent', 'inventor', 'invention'],
    ['win', 'wins', 'winner', 'won'],
    ['Russia', 'Russian'],
    ['Italy', 'Italian'],
    ['country', 'nation', 'national'],
    ['kill', 'killer', 'murdered', 'assassination'],
    ['television', 'TV'],
    ['die', 'died', 'death'],
  ])('of %s, %s ... are equal', (...words) => {
    expect(new Set(words.map((word) => root(word.toLowerCase()))).size).toBe(1);
  });

  it.each([
    ['Austria', 'Australian'],
    ['former', 'form'],
    ['statement', 'state'],
    ['actor', 'actress'],
    ['first', 'second'],
    ['river', 'rivet'],
  ])('of %s and %s differ', (one, other) => {
    expect(root(one.toLowerCase())).not.toBe(root(other.toLowerCase()));
  });

  it('leave words in other languages unchanged', () => {
    for (const word of ['1945', '+', '日本', 'straße', '__proto__']) expect(rootOf(word)).toBe(word);
  });

  it('are in the order of the text', () => {
    expect(rootWords('Who is the creator of the animated TV series Family Guy?')).toEqual(
      rootWords('Who created the animated television show Family Guy?'),
    );
  });
});
