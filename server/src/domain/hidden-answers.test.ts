import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANSWER_FIELDS, withoutAnswers } from './hidden-answers.ts';

describe('withoutAnswers', () => {
  it('takes every field away that says or gives away the answer, and no other', () => {
    const question = {
      id: 'q',
      question_text: 'Which planet is closest to the Sun?',
      correct_answer: 'Mercury',
      accepted_answers: ['mercury'],
      incorrect_answers: ['Venus'],
      explanation: 'It is 58 million km away.',
      difficulty: 0,
      topic_focus: null,
      tags: ['planets'],
    };
    expect(withoutAnswers(question)).toEqual({
      id: 'q',
      question_text: 'Which planet is closest to the Sun?',
      difficulty: 0,
      topic_focus: null,
      tags: ['planets'],
    });
    expect(question.correct_answer).toBe('Mercury');
  });

  it('takes them away in lists and within other fields', () => {
    const page = { data: [{ question: { id: 1, explanation: 'x' } }, { id: 2, correct_answer: 'y' }], total: 2 };
    expect(withoutAnswers(page)).toEqual({ data: [{ question: { id: 1 } }, { id: 2 }], total: 2 });
  });

  it('leaves none anywhere in any value', () => {
    const name = fc.oneof(fc.constantFrom(...ANSWER_FIELDS), fc.constantFrom('data', 'question', 'id'));
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.string()),
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(name, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(withoutAnswers(value));
        for (const field of ANSWER_FIELDS) expect(text).not.toContain(`"${field}":`);
      }),
    );
  });

  it('leaves a value without such fields as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(withoutAnswers(value)).toEqual(value);
      }),
    );
  });

  it.each([[null], [0], ['correct_answer'], [true], [[]], [{}]])('leaves %j as it is', (value) => {
    expect(withoutAnswers(value)).toEqual(value);
  });
});
