import { describe, expect, it } from 'vitest';
import { textRow } from '../corpus/corpus.fixture.ts';
import { type Row, run } from './run-comparison.fixture.ts';

const inBoth = textRow({ question_text: 'Who wrote Hamlet?', correct_answer: 'Shakespeare' });
const a = [
  inBoth,
  textRow({ question_text: 'What is the capital of Peru?', correct_answer: 'Lima' }),
  textRow({ question_text: 'How many moons has Mars?', correct_answer: '2' }),
  textRow({ question_text: 'Which planet is the largest?', correct_answer: 'Jupiter' }),
];
const b = [
  textRow({ question_text: 'WHAT IS the capital of Perú', correct_answer: 'Lima', version: 3 }),
  inBoth,
  textRow({ question_text: 'How many moons has Mars?', correct_answer: '3' }),
  textRow({ question_text: 'Which is the largest planet?', correct_answer: 'Jupiter' }),
];
const texts = (rows: readonly Row[]) =>
  rows.map(({ relation, similarity, a, b }) => [relation, similarity, a.question_text, b.question_text]);
describe('rows', () => {
  it('are pairs of different questions with the same text, and show both texts and answers', async () => {
    const { result, rows } = await run(a, b, { near_duplicates: false });
    const shown = {
      correct_answer: 'Lima',
      accepted_answers: [],
      incorrect_answers: [],
      category: 'Science',
      difficulty: 1,
    };
    expect(rows).toEqual([
      {
        relation: 'exact',
        similarity: 1,
        a: { ...shown, question_id: a[1]?.id, version: 1, question_text: 'What is the capital of Peru?' },
        b: { ...shown, question_id: b[0]?.id, version: 3, question_text: 'WHAT IS the capital of Perú' },
      },
      expect.objectContaining({ relation: 'exact', b: expect.objectContaining({ correct_answer: '3' }) }),
    ]);
    expect(result.overlap).toEqual({
      same_ids: 1,
      exact_text: 3,
      exact_text_b: 3,
      share_of_a: 0.75,
      share_of_b: 0.75,
      copies: 2,
      copies_b: 2,
      near: null,
      conflicts: null,
    });
    expect(result.warnings.map(({ code, count }) => [code, count])).toContainEqual(['sets_overlap', 1]);
  });

  it('list every pair once: equal texts, contradictions, near-duplicates', async () => {
    const { result, rows, findings } = await run(a, b);
    expect(texts(rows)).toEqual([
      ['exact', 1, 'What is the capital of Peru?', 'WHAT IS the capital of Perú'],
      ['conflict', 1, 'How many moons has Mars?', 'How many moons has Mars?'],
      ['near', 1, 'Which planet is the largest?', 'Which is the largest planet?'],
    ]);
    expect(result.overlap).toMatchObject({ exact_text: 3, copies: 2, near: 1, conflicts: 1 });
    expect(findings.slice(0, 2)).toEqual([
      'Set A (the selected questions) has 4 questions, set B 4; 1 is in both (25% of A, 25% of B), and 2 of set A (50%) have the same text as another question in set B.',
      '1 question of set A asks nearly the same as one of set B (25%), and 1 the same with a different answer.',
    ]);
  });

  it('are capped, and a warning states the total', { tags: ['heavy'] }, async () => {
    const copies = () =>
      Array.from({ length: 317 }, () =>
        textRow({ question_text: 'What is the capital of Peru?', correct_answer: 'Lima' }),
      );
    const { result, rows } = await run([...copies(), ...a.slice(2)], [...copies(), ...b.slice(2)]);
    expect(rows).toHaveLength(100_000);
    // 317 x 317 = 100,489 copies, a contradiction with the same text, and a near-duplicate.
    expect(result.warnings).toContainEqual({
      code: 'rows_cut',
      message: 'Rows are kept for 100,000 of 100,491 pairs; all are counted.',
      count: 491,
    });
    expect(result.overlap).toMatchObject({ copies: 318, near: 1, conflicts: 1 });
  });
});
