import { type AnswerVerdict, answerComparer, type Checkable, rightAnswers, verdictOf } from './answer-check.ts';

/** As the service checks an answer, in one go. */
export function checkAnswer(question: Checkable, answer: string, nearness = true): AnswerVerdict {
  return verdictOf(rightAnswers(question).map(answerComparer(question, answer, { nearness })));
}

/** As it does for players. */
export const isRightAnswer = (question: Checkable, answer: string) => checkAnswer(question, answer, false).correct;
