import { choice } from './choice.ts';
import type { Answerable, GivenAnswer, KindRules } from './kind.ts';
import { scoreText } from './text.ts';
import { violation } from './violations.ts';

const TRUTHS = ['True', 'False'] as const;

/** The truth that a text names in any spelling. */
export const truthOf = (text: string) => TRUTHS.find((truth) => truth.toLowerCase() === text.toLowerCase());

/** The opposite of a truth in this spelling. */
export const otherTruth = (truth: string | null | undefined) =>
  TRUTHS.some((name) => name === truth) ? TRUTHS.find((name) => name !== truth) : undefined;

export const trueFalse: KindRules = {
  ...choice,
  takesAccepted: false,
  check: checkTruths,
  answerProblem: (_content, answer) =>
    typeof answer === 'boolean' || typeof answer === 'string' ? undefined : 'must be true, false or a text',
  score: (content, answer, options) => scoreText(content, asText(answer), options),
};

function checkTruths({ correct_answer, incorrect_answers }: Answerable) {
  const truth = truthOf(correct_answer);
  if (truth === undefined)
    return [
      violation('not_allowed', 'correct_answer', '`correct_answer` of a true_false question must be True or False.'),
    ];
  const other = otherTruth(truth);
  if (incorrect_answers.length === 1 && incorrect_answers[0] === other) return [];
  return [violation('not_allowed', 'incorrect_answers', `\`incorrect_answers\` must be ["${other}"] or left out.`)];
}

function asText(answer: GivenAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'True' : 'False';
  return typeof answer === 'string' ? answer : '';
}
