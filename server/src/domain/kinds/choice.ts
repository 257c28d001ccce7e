import type { KindRules } from './kind.ts';
import { shuffled } from './shuffled.ts';
import { scoreText, textProblem } from './text.ts';
import { violation } from './violations.ts';

export const choice: KindRules = {
  keyFields: [],
  requiredKeyFields: [],
  takesAccepted: true,
  takesIncorrect: true,
  scorings: ['all_or_nothing'],
  check: ({ incorrect_answers }) =>
    incorrect_answers.length > 0
      ? []
      : [
          violation(
            'required',
            'incorrect_answers',
            'A choice needs at least one wrong option in `incorrect_answers`.',
          ),
        ],
  correctAnswer: undefined,
  show: (id, { correct_answer, incorrect_answers }) => ({
    options: shuffled(id, [correct_answer, ...incorrect_answers]),
    prompts: null,
    gaps: null,
  }),
  answerProblem: textProblem,
  score: scoreText,
};
