import { describe, expect, it } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { partsOf } from '../../corpus/corpus.fixture.ts';
import { revealingRows, row } from '../bank.fixture.ts';
import { gatherBank, packPart } from '../bank.ts';
import { run } from '../run.fixture.ts';
import { buildNames, cueInEnglish } from './feature-names.ts';
import { buildFeatureSpace, encodeAll } from './feature-space.ts';
import { MEASURES, measureQuestion } from './measures.ts';

const bankOf = (rows: readonly TextRow[]) => gatherBank(partsOf({ population: 0, partial: packPart(rows) }));

async function encode(rows: readonly TextRow[]) {
  const bank = await bankOf(rows);
  const questions = Uint32Array.from(rows.keys());
  const space = buildFeatureSpace(bank, questions);
  const name = buildNames(space, bank.corpus);
  const { features, values, starts } = encodeAll(space, questions);
  const at = (index: number) =>
    [...features.subarray(starts[index], starts[index + 1])].map((feature, position) => {
      const value = values[(starts[index] ?? 0) + position] ?? 0;
      return { feature, name: cueInEnglish(name(feature, value > 0)), value };
    });
  return { space, at, all: rows.map((_, index) => at(index)) };
}

describe('measures', () => {
  it('match values calculated by hand', async () => {
    const bank = await bankOf([
      row(0, {
        question_text: 'Is "Ada" not 36, or 37?',
        correct_answer: 'Ada 36',
        incorrect_answers: ['35'],
        accepted_answers: ['a', 'b'],
      }),
      row(1, { question_text: '', correct_answer: '' }),
    ]);
    const rarity = Float64Array.from(bank.corpus.words, (word) => (word === 'ada' ? 3 : 1));
    const into = new Float64Array(MEASURES.length);
    measureQuestion(bank, rarity, 0, into);
    // 23 characters; 10 letters in 6 words; a word of 3; 4 digits; 2 capitals; a comma; one quotation, one negation.
    const expected = [Math.log(24), 10 / 6, Math.log(4), Math.log(5), Math.log(3), Math.log(2), 1, 1];
    // Rarity 3 and five times 1; of an answer of 6 characters, all of whose words are in the question.
    expected.push(8 / 6, 3, Math.log(7), 3, 1, Math.log(2), Math.log(3));
    for (const [index, value] of expected.entries()) expect(into[index], MEASURES[index]?.high).toBeCloseTo(value, 12);
    measureQuestion(bank, rarity, 1, into);
    expect([...into]).toEqual(MEASURES.map(() => 0));
  });
});

describe('the features of a question', () => {
  const rows = revealingRows(200).map((one, index) => ({
    ...one,
    question_text: `${one.question_text} ${'more '.repeat(index % 4)}`,
    correct_answer: index % 2 === 0 ? 'river' : '1815',
    category: index % 2 === 0 ? 'Art' : 'Music',
    topic_focus: index % 3 === 0 ? null : 'Opera',
  }));

  it('include its kind of answer and question word', async () => {
    const { at } = await encode(rows);
    const kinds = (index: number) =>
      at(index)
        .map(({ name }) => name)
        .filter((name) => /^(?:answer of|asks)/u.test(name));
    expect(kinds(0)).toEqual(['answer of type entity', 'asks "what"']);
    expect(kinds(1)).toEqual(['answer of type year', 'asks "what"']);
  });

  it('do not depend on category or topic', async () => {
    const refiled = rows.map((one, index) => ({
      ...one,
      category: `Category ${index}`,
      topic_focus: `Topic ${index}`,
    }));
    expect((await encode(refiled)).all).toEqual((await encode(rows)).all);
  });

  it('distinguish a word of the answer from the same word of the question', async () => {
    const { at } = await encode(rows);
    for (const index of rows.keys()) {
      const names = at(index).map(({ name }) => name);
      expect(names.includes('answer "river"')).toBe(index % 2 === 0);
      expect(names.includes('"river"')).toBe(rows[index]?.question_text.includes('river'));
    }
  });

  it('have measures of mean 0 and standard deviation 1, without constant ones', async () => {
    const { all } = await encode(rows);
    const lengths = all.map((features) => features.find(({ feature }) => feature === 0)?.value ?? Number.NaN);
    const mean = lengths.reduce((sum, value) => sum + value, 0) / lengths.length;
    expect(mean).toBeCloseTo(0, 5);
    expect(lengths.reduce((sum, value) => sum + value * value, 0) / lengths.length).toBeCloseTo(1, 5);
    const quotation = MEASURES.findIndex(({ high }) => high === 'a quotation');
    expect(all.flat().some(({ feature }) => feature === quotation)).toBe(false);
    expect(all.flat().every(({ value }) => Math.abs(value) <= 3)).toBe(true);
  });

  it('scale the words of a question to one length, with most weight on rare ones', async () => {
    const { space, all } = await encode(rows);
    for (const features of all) {
      const terms = features.filter(({ feature }) => feature >= space.starts.term);
      expect(Math.sqrt(terms.reduce((sum, { value }) => sum + value * value, 0))).toBeCloseTo(3, 5);
      const common = terms.find(({ name }) => name === '"what"')?.value ?? 0;
      for (const { value } of terms) expect(value).toBeGreaterThanOrEqual(common);
    }
  });
});

it('explains a level that depends on length alone by length, in both directions', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`);
  const rows = Array.from({ length: 300 }, (_, index) =>
    row(index, {
      question_text:
        words.filter((_, place) => (place * 7 + index) % 40 < 4 + 12 * (index % 3)).join(' ') + ` ${index}`,
    }),
  );
  const { result } = await run(rows);
  const signs = (level: number) =>
    result.features.flatMap((one) => (one.level === level && one.feature.endsWith(' question') ? [one.feature] : []));
  expect(result.summary.usable).toBe(true);
  expect(signs(0)).toContain('short question');
  expect(signs(2)).toContain('long question');
  expect(signs(2)).not.toContain('short question');
});
