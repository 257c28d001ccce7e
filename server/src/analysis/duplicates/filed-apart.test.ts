import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { duplicates } from './index.ts';
import { run, withDefaults } from './run-duplicates.fixture.ts';

const mercury = { question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' };
const golf = { question_text: 'Golf originated in this country.', correct_answer: 'Scotland' };
const faust = { question_text: 'Who wrote the play Faust?', correct_answer: 'Goethe' };

describe('duplicates with different levels or categories', () => {
  it('are counted by group and marked in their rows', async () => {
    const { result, items } = await run([
      textRow({ ...mercury, difficulty: 0, category: 'Science' }),
      textRow({ ...mercury, difficulty: 2, category: 'Science' }),
      textRow({ ...mercury, difficulty: 0, category: 'Astronomy' }),
      textRow({ ...golf, difficulty: 1, category: 'Sports' }),
      textRow({ ...golf, difficulty: 1, category: 'History' }),
      textRow({ ...faust, difficulty: 1, category: 'Literature' }),
      textRow({ ...faust, difficulty: 1, category: 'Literature' }),
    ]);
    expect(result.summary).toMatchObject({ exact_groups: 3, level_differs: 1, category_differs: 2 });
    expect(items.map((item) => [item.level_differs, item.category_differs])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  it('are not counted if the members of the group are not duplicates', async () => {
    const { result } = await run([
      textRow({ ...mercury, difficulty: 0 }),
      textRow({ ...mercury, correct_answer: 'Venus', difficulty: 2 }),
    ]);
    expect(result.summary).toMatchObject({ conflicts: 1, level_differs: 0, category_differs: 0 });
  });

  it('are unknown in rows of an earlier version', () => {
    const a = textRow();
    const body = { group_id: 1, relation: 'near', a: { id: a.id, version: 1 }, likeness: 0.9, text_similarity: 0.8 };
    const item = { question_id: a.id, version: 1, body: JSON.stringify(body) };
    expect(duplicates.presentItem?.(item, a, withDefaults(), [a])).toMatchObject({
      level_differs: null,
      category_differs: null,
    });
  });
});

describe('the estimate of recall', () => {
  const reworded = (index: number) => [
    textRow({ question_text: `Which quokka number${index} was seen by Zymurgist?`, correct_answer: `Answer${index}` }),
    textRow({ question_text: `Zymurgist saw this quokka number${index}.`, correct_answer: `Answer${index}` }),
  ];

  it('is null if no two questions have an answer and a rare word in common', async () => {
    expect((await run([textRow(mercury), textRow(golf)])).result.summary.recall_estimate).toBeNull();
  });

  it('is a share with an interval around it', async () => {
    const { result } = await run(Array.from({ length: 50 }, (_, index) => reworded(index)).flat());
    const { value = 0, low = 1, high = 0, pairs } = result.summary.recall_estimate ?? {};
    expect(pairs).toBe(50);
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
    expect(value).toBeGreaterThan(0.5);
  });

  it('falls with a strict threshold', async () => {
    const set = [
      ...Array.from({ length: 20 }, (_, index) => reworded(index)).flat(),
      textRow({ question_text: 'Who painted a vexillum in Antananarivo?', correct_answer: 'Mr Quux' }),
      textRow({ question_text: 'He is known for one vexillum and his fear of parachutes.', correct_answer: 'Mr Quux' }),
    ];
    const at = async (threshold: number) =>
      (await run(set, { parameters: { threshold } })).result.summary.recall_estimate?.value ?? 0;
    expect(await at(0.99)).toBeLessThan(await at(0.3));
  });
});
