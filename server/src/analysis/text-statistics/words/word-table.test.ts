import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints, textKey } from '../../../domain/text/text.ts';
import { strangeTexts } from '../rows.fixture.ts';
import { renumber } from '../stream.ts';
import { sharedWords } from './shared-words.ts';
import { WordTable } from './word-table.ts';

function read(table: WordTable, text: string): number[] {
  const stream: number[] = [];
  table.read(text, stream);
  return stream;
}
const spell = (table: WordTable, numbers: readonly number[]) => numbers.map((number) => table.word(number));

const withoutApostrophes = (words: string) => words.replaceAll(/['\u02bc ]+/gu, ' ').trim();

describe('WordTable', () => {
  it.each([
    ['Who wrote “Café”, H₂O?', ['who', 'wrote', 'cafe', 'h2o']],
    ["What's 2+2?", ["what's", '2', '2']],
    ["What’s rock ’n’ roll, Zoë’s or Zoë's?", ["what's", 'rock', 'n', 'roll', "zoe's", 'or', "zoe's"]],
    ["'The' 90's, boys' l'eau d'", ['the', "90's", 'boys', "l'eau", 'd']],
    ["a''b c'1 '", ['a', 'b', 'c', '1']],
    ['пʼять п’ять', ["п'ять", "п'ять"]],
    ['ПРАВДА, 日本!', ['правда', '日本']],
    ['???', []],
    ['…', []],
  ])('reads %s', (text, words) => {
    const table = new WordTable();
    expect(spell(table, read(table, text))).toEqual(words);
  });

  it('gives equal words equal numbers, and different words different ones', () => {
    const table = new WordTable();
    expect(read(table, 'The cat, the CAT and thé cats')).toEqual([0, 1, 0, 1, 2, 0, 3]);
  });

  it.each([
    ['ASCII', fc.string({ unit: 'grapheme-ascii' })],
    ['any characters', strangeTexts],
  ])('reads the words of the key: %s', (_name, texts) => {
    const table = new WordTable();
    fc.assert(
      fc.property(texts, (text) => {
        const numbers = read(table, text);
        const words = spell(table, numbers).join(' ');
        // Apart from the key, a word can only contain apostrophes.
        expect(withoutApostrophes(words)).toBe(withoutApostrophes(textKey(text)));
        expect(words).not.toMatch(/(?:^| )'|'(?: |$)/u);
        for (const number of numbers) {
          expect(table.letters(number)).toBe(countCodePoints(table.word(number).replaceAll("'", '')));
        }
      }),
    );
  });

  it('keeps its numbers while it grows', () => {
    const table = new WordTable();
    const words = Array.from({ length: 30_000 }, (_, number) => `w${number}`);
    const numbers = read(table, words.join(' '));
    expect(numbers).toEqual(words.map((_, number) => number));
    expect(spell(table, read(table, words.toReversed().join(' ')))).toEqual(words.toReversed());
    expect([table.size, table.held]).toEqual([30_000, words.join('').length]);
  });

  it('accepts a word of any length', () => {
    const table = new WordTable();
    const word = 'abc'.repeat(100_000);
    expect(spell(table, read(table, `A ${word}.`))).toEqual(['a', word]);
  });

  it('counts syllables and caches the count', () => {
    const table = new WordTable();
    const [number = -1] = read(table, 'America');
    expect([table.syllables(number), table.syllables(number)]).toEqual([4, 4]);
  });
});

describe('renumber', () => {
  it('numbers in order of first use and resets the places', () => {
    const table = new WordTable();
    read(table, 'a b c d');
    const places = new Int32Array(table.size);
    expect(renumber(table, read(table, 'd b d d c'), places)).toEqual({
      tokens: [0, 1, 0, 0, 2],
      words: ['d', 'b', 'c'],
      counts: [3, 1, 1],
    });
    expect([...places]).toEqual([0, 0, 0, 0]);
  });
});

describe('sharedWords', () => {
  it('returns the same table until it is too large', () => {
    const table = sharedWords();
    read(table, 'incomprehensibilities');
    expect(sharedWords()).toBe(table);
    expect(sharedWords(20)).not.toBe(table);
    expect(sharedWords(20).size).toBe(0);
  });
});
