import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { countSentences, minhashBands, questionFeatures } from './question-features.ts';
import { countCodePoints } from './text.ts';

const features = (question_text: string, correct_answer = 'Yes') =>
  questionFeatures({ question_text, correct_answer, accepted_answers: [], incorrect_answers: [], language: 'en' });

describe('questionFeatures', () => {
  it('counts characters as they stand, and words and sentences as they are read', () => {
    expect(features('Who wrote “Café 😀”? Name one.', 'Émile Zola!')).toMatchObject({
      text_chars: 29,
      text_words: 5,
      text_sentences: 2,
      answer_chars: 11,
      answer_words: 2,
      answer_key: 'emile zola',
    });
  });

  it('counts no word in signs alone', () => {
    expect(features('?', '…')).toMatchObject({ text_words: 0, answer_words: 0, answer_key: '', text_sentences: 1 });
  });

  it('stays within its columns for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const { text_hash, text_chars, text_words, text_sentences, minhash_bands } = features(text);
        expect(BigInt.asIntN(64, text_hash)).toBe(text_hash);
        expect(text_chars).toBe(countCodePoints(text));
        expect(text_words).toBeLessThanOrEqual(text.normalize('NFKD').length);
        expect(text_sentences).toBeGreaterThan(0);
        expect(minhash_bands).toHaveLength(10);
      }),
    );
  });
});

describe('text_hash', () => {
  it.each([
    ['case', 'Which planet is closest to the Sun?', 'WHICH PLANET IS CLOSEST TO THE SUN?'],
    ['accents', 'Où est le café?', 'Ou est le cafe?'],
    ['composition', 'Café', 'Cafe\u0301'],
    ['punctuation and spaces', 'Which planet, exactly?', ' which  planet (exactly)!'],
    ['compatibility forms', 'H₂O', 'H2O'],
  ])('is the same under %s', (_name, left, right) => {
    expect(features(left).text_hash).toBe(features(right).text_hash);
  });

  it.each([
    ['another number', 'In 1968?', 'In 1969?'],
    ['a negation', 'Which is a planet?', 'Which is not a planet?'],
    ['the order of words', 'Dog bites man', 'Man bites dog'],
    ['where words end', 'an ice', 'a nice'],
  ])('differs with %s', (_name, left, right) => {
    expect(features(left).text_hash).not.toBe(features(right).text_hash);
  });

  it('does not depend on the answer', () => {
    expect(features('Why?', 'A').text_hash).toBe(features('Why?', 'B').text_hash);
  });
});

describe('countSentences', () => {
  it.each([
    ['no end mark', 1],
    ['', 1],
    ['One. Two! Three?', 3],
    ['Really?! Yes…', 2],
    ['Pi is 3.14 or so', 1],
    ['Pi is 3.14. Is it?', 2],
    ['それは何。これは？', 2],
  ])('finds in "%s" %i', (text, expected) => {
    expect(countSentences(text)).toBe(expected);
  });
});

describe('minhashBands', () => {
  const word = (random: () => number) => Math.floor(random() * 2 ** 30).toString(36);
  const words = (random: () => number, count: number) => Array.from({ length: count }, () => word(random));

  /** Word unigrams and bigrams: what the similarity is defined over. */
  function shingles(text: readonly string[]): Set<string> {
    return new Set([...text, ...text.slice(1).map((next, index) => `${text[index]} ${next}`)]);
  }

  function jaccard(left: readonly string[], right: readonly string[]): number {
    const [first, second] = [shingles(left), shingles(right)];
    const common = [...first].filter((shingle) => second.has(shingle)).length;
    return common / (first.size + second.size - common);
  }

  const sharesBand = (left: readonly string[], right: readonly string[]) => {
    const other = minhashBands(right);
    return minhashBands(left).some((band, index) => band === other[index]);
  };

  const PAIRS = 3000;
  /** Three standard deviations of a share near 0.75 over 3,000 pairs. */
  const TOLERANCE = 0.024;

  it.each([
    [0.6, 8, 2, 3],
    [0.7, 26, 5, 6],
    [0.8, 20, 2, 3],
  ])('shares a band with probability 1-(1-s^4)^10 at s = %d', (similarity, common, ownLeft, ownRight) => {
    const random = seededRandom(20_240_607);
    let shared = 0;
    let s = 0;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const start = words(random, common);
      const [left, right] = [
        [...start, ...words(random, ownLeft)],
        [...start, ...words(random, ownRight)],
      ];
      if (pair === 0) s = jaccard(left, right);
      if (sharesBand(left, right)) shared += 1;
    }
    expect(Math.abs(s - similarity)).toBeLessThan(0.005);
    expect(Math.abs(shared / PAIRS - (1 - (1 - s ** 4) ** 10))).toBeLessThan(TOLERANCE);
  });

  it('shares no band between texts that have nothing in common', () => {
    const random = seededRandom(1);
    const pairs = Array.from({ length: 2000 }, () => [words(random, 12), words(random, 12)] as const);
    expect(pairs.filter(([left, right]) => sharesBand(left, right))).toEqual([]);
  });

  it('shares every band between texts that differ in case, accents and punctuation only', () => {
    const [left, right] = [features('Où est le Café de Flore?'), features('ou est, le cafe de flore')];
    expect(right.minhash_bands).toEqual(left.minhash_bands);
  });

  it('depends on which words follow each other, not on where they stand', () => {
    expect(minhashBands(['a', 'b', 'a', 'b'])).toEqual(minhashBands(['b', 'a', 'b', 'a', 'b', 'a']));
    expect(minhashBands(['dog', 'bites', 'man'])).not.toEqual(minhashBands(['man', 'bites', 'dog']));
  });

  it('gives for ever the values that stored rows are compared with', () => {
    const { text_hash, minhash_bands } = features('Which planet is closest to the Sun?', 'Mercury');
    expect(text_hash).toBe(-6848459670345312712n);
    expect([...minhash_bands]).toEqual([
      1953195167, 318785873, -951166282, 1850758279, -446399715, 659306120, 1783130093, -1341676322, 1779688169,
      2144854128,
    ]);
    expect([...minhashBands([])]).toEqual([
      -455349897, -624281885, -1283923365, -1497540953, 771499572, -388280097, 1319411090, -1579452141, -1291390622,
      -1941022980,
    ]);
  });
});
