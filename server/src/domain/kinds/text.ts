import { answerComparer, type ComparedAnswer, rightAnswers, verdictOf } from '../answers/answer-check.ts';
import {
  type Answerable,
  type GivenAnswer,
  type KindRules,
  NOTHING_SHOWN,
  type ScoreOptions,
  type Steps,
} from './kind.ts';

export const text: KindRules = {
  keyFields: [],
  requiredKeyFields: [],
  takesAccepted: true,
  takesIncorrect: false,
  scorings: ['all_or_nothing'],
  check: () => [],
  correctAnswer: undefined,
  show: () => NOTHING_SHOWN,
  answerProblem: textProblem,
  score: scoreText,
};

export function textProblem(_content: Answerable, answer: GivenAnswer): string | undefined {
  return typeof answer === 'string' ? undefined : 'must be a text';
}

/** Compares the answer with each right one; a wrong one that is nearly right gets a score below 1. */
export function* scoreText(content: Answerable, answer: GivenAnswer, { nearness }: ScoreOptions): Steps {
  const compare = answerComparer(content, typeof answer === 'string' ? answer : '', { nearness });
  const compared: ComparedAnswer[] = [];
  for (const right of rightAnswers(content)) {
    yield;
    compared.push(compare(right));
  }
  return { ...verdictOf(compared), parts: null };
}
