import { type AnswerVerdict, answerComparer, type Checkable, rightAnswers, verdictOf } from './answer-check.ts';

/** Checks an answer in one step. */
export function checkAnswer(question: Checkable, answer: string, nearness = true): AnswerVerdict {
  return verdictOf(rightAnswers(question).map(answerComparer(question, answer, { nearness })));
}

/** Checks an answer as for players. */
export const isRightAnswer = (question: Checkable, answer: string) => checkAnswer(question, answer, false).correct;
