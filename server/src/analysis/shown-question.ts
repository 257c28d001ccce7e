import { Type } from 'typebox';
import type { TextRow } from './analysis-type.ts';

const textOrNull = (description?: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description !== undefined && { description }) });
const textsOrNull = Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } });

/** The part of a question that a row shows, so that an editor can judge without opening it. */
export const shownQuestion = {
  question_text: textOrNull('The text as it was analysed; null if the question was deleted.'),
  correct_answer: textOrNull(),
  accepted_answers: textsOrNull,
  incorrect_answers: textsOrNull,
  category: textOrNull(),
  difficulty: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
};

export function showQuestion(question: TextRow | null) {
  return {
    question_text: question?.question_text ?? null,
    correct_answer: question?.correct_answer ?? null,
    accepted_answers: question?.accepted_answers ?? null,
    incorrect_answers: question?.incorrect_answers ?? null,
    category: question?.category ?? null,
    difficulty: question?.difficulty ?? null,
  };
}
