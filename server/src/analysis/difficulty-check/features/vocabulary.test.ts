import { describe, expect, it } from 'vitest';
import { partsOf } from '../../corpus/corpus.fixture.ts';
import { row } from '../bank.fixture.ts';
import { gatherBank, packPart } from '../bank.ts';
import { buildNames, cueInEnglish } from './feature-names.ts';
import { buildFeatureSpace } from './feature-space.ts';
import { buildVocabulary } from './vocabulary.ts';

const long = 'x'.repeat(100);
const texts = [
  ['the red sun', 'red'],
  ['the red moon', 'blue'],
  ['the red the red', 'red'],
  [`sun ${long}`, 'red'],
  [`sun moon ${long}`, 'red'],
  [`blue ${long}`, 'blue'],
] as const;
const rows = texts.map(([question_text, correct_answer], index) => row(index, { question_text, correct_answer }));
const all = Uint32Array.from(rows.keys());
const bankOf = () => gatherBank(partsOf({ population: 0, partial: packPart(rows) }));

async function termsOf(questions: Uint32Array, maxTerms?: number) {
  const { corpus } = await bankOf();
  const { words, answerWords, pairs, frequencies } = buildVocabulary(corpus, questions, maxTerms);
  const named = (numbers: Int32Array, mark: string) =>
    corpus.words.flatMap((word, index) =>
      (numbers[index] ?? -1) < 0 ? [] : [`${mark}${word.slice(0, 4)} ${frequencies[numbers[index] ?? 0]}`],
    );
  return { words: named(words, ''), answers: named(answerWords, '='), pairs: pairs.size };
}

describe('the vocabulary', () => {
  it('has words, answer words and pairs from at least three questions, counted once per question', async () => {
    // A pair counts every occurrence: "the red" occurs four times.
    expect(await termsOf(all)).toEqual({
      words: ['the 3', 'red 3', 'sun 3', 'xxxx 3'],
      answers: ['=red 4'],
      pairs: 1,
    });
  });

  it('uses only the sample', async () => {
    expect(await termsOf(Uint32Array.of(0, 1, 2))).toEqual({ words: ['the 3', 'red 3'], answers: [], pairs: 1 });
  });

  it('keeps the most frequent if there are too many, and drops ties at the limit', async () => {
    expect(await termsOf(all, 6)).toMatchObject({ words: ['the 3', 'red 3', 'sun 3', 'xxxx 3'] });
    expect(await termsOf(all, 5)).toEqual({ words: [], answers: ['=red 4'], pairs: 1 });
    expect(await termsOf(all, 1)).toEqual({ words: [], answers: [], pairs: 0 });
  });

  it('shows terms as written, cut if too long', async () => {
    const bank = await bankOf();
    const space = buildFeatureSpace(bank, all);
    const name = buildNames(space, bank.corpus);
    const names = Array.from({ length: space.size }, (_, feature) => cueInEnglish(name(feature, true)));
    expect(names.slice(space.starts.term)).toEqual([
      '"the"',
      '"red"',
      '"sun"',
      `"${'x'.repeat(60)}…"`,
      'answer "red"',
      '"the red"',
    ]);
    expect(names[0]).toBe('long question');
    expect(cueInEnglish(name(0, false))).toBe('short question');
    expect(names[space.starts.question_word]).toBe('asks "what"');
    expect(names[space.starts.term - 1]).toBe('no question word');
    expect(names[space.starts.answer_type]).toBe('answer of type number');
  });
});
