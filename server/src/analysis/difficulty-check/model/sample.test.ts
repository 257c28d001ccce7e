import { describe, expect, it } from 'vitest';
import type { TextRow } from '../../analysis-type.ts';
import { partsOf } from '../../corpus/corpus.fixture.ts';
import { row } from '../bank.fixture.ts';
import { gatherBank, packPart } from '../bank.ts';
import { drawSample } from './sample.ts';

async function draw(rows: readonly TextRow[], size: number, seed = 1, folds = 5) {
  const { corpus } = await gatherBank(partsOf({ population: 0, partial: packPart(rows) }));
  return drawSample(corpus, size, folds, seed);
}

/** Six of ten Basic, three Intermediate, one Advanced. */
const mixed = Array.from({ length: 2000 }, (_, index) =>
  row(index, { difficulty: index % 10 < 6 ? 0 : index % 10 < 9 ? 1 : 2 }),
);

describe('the sample', () => {
  it('takes all questions of a small bank', async () => {
    const { questions, levels } = await draw(mixed.slice(0, 50), 50);
    expect([...questions]).toEqual([...mixed.slice(0, 50).keys()]);
    expect([...levels]).toEqual(mixed.slice(0, 50).map(({ difficulty }) => difficulty));
  });

  it('takes questions of every level in proportion, in the order of the bank', async () => {
    const { questions, levels } = await draw(mixed, 500);
    expect([0, 1, 2].map((level) => levels.filter((own) => own === level).length)).toEqual([300, 150, 50]);
    expect([...questions]).toEqual([...questions].toSorted((left, right) => left - right));
    expect(new Set(questions).size).toBe(500);
  });

  it('changes with the seed, and comes from all over the bank', async () => {
    const [one, other] = [await draw(mixed, 500, 1), await draw(mixed, 500, 2)];
    const shared = one.questions.filter((question) => other.questions.includes(question)).length;
    expect(shared).toBeGreaterThan(70);
    expect(shared).toBeLessThan(200);
    expect(one.questions.filter((question) => question < 1000).length).toBeGreaterThan(200);
  });

  it('is split into folds of about equal size, even where it is a part of the bank', async () => {
    for (const size of [2000, 500]) {
      const { folds } = await draw(mixed, size);
      for (let fold = 0; fold < 5; fold += 1) {
        const share = folds.filter((own) => own === fold).length / size;
        expect(share).toBeGreaterThan(0.14);
        expect(share).toBeLessThan(0.26);
      }
    }
  });

  it('keeps copies in one fold, whatever their case, punctuation and level', async () => {
    const texts = ['Who wrote Emma', 'who wrote "Emma"?', 'WHO WROTE: Emma!'];
    for (let seed = 0; seed < 20; seed += 1) {
      const { folds, texts: keys } = await draw(
        texts.map((question_text, index) => row(index, { question_text })),
        10,
        seed,
      );
      expect(new Set(folds).size).toBe(1);
      expect(new Set(keys).size).toBe(1);
    }
    const { texts: keys } = await draw([row(0, { question_text: 'a b' }), row(1, { question_text: 'b a' })], 10);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('takes copies with one level in the order of the bank', async () => {
    const same = Array.from({ length: 300 }, (_, index) => row(index, { difficulty: 0, question_text: 'Same?' }));
    expect([...(await draw(same, 100)).questions]).toEqual([...same.slice(0, 100).keys()]);
  });
});
