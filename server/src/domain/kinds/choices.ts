import { atOnce } from './at-once.ts';
import type { Answerable, ChoicesKey, KindRules } from './kind.ts';
import { verdictOfParts } from './share.ts';
import { shuffled } from './shuffled.ts';
import { textsProblem } from './texts-problem.ts';
import { rejectRepeated, violation } from './violations.ts';

const rightOf = ({ key }: Answerable) => (key as ChoicesKey).right;
const optionsOf = (content: Answerable) => [...rightOf(content), ...content.incorrect_answers];

export const choices: KindRules = {
  keyFields: ['right'],
  requiredKeyFields: ['right'],
  takesAccepted: false,
  takesIncorrect: true,
  scorings: ['partial', 'all_or_nothing'],
  check: (content) => {
    const right = rightOf(content);
    const path = (index: number) =>
      index < right.length ? `key/right/${index}` : `incorrect_answers/${index - right.length}`;
    const tooFew = optionsOf(content).length < 2;
    return [
      ...rejectRepeated(optionsOf(content), path),
      ...(tooFew
        ? [violation('required', 'incorrect_answers', 'A question of kind choices needs two options or more.')]
        : []),
    ];
  },
  correctAnswer: (key) => (key as ChoicesKey).right.join('; '),
  show: (id, content) => ({ options: shuffled(id, optionsOf(content)), prompts: null, gaps: null }),
  answerProblem: (content, answer) => textsProblem(answer, optionsOf(content)),
  score: (content, answer) => {
    const right = rightOf(content);
    const parts = (answer as readonly string[]).map((name) => ({ name, correct: right.includes(name) }));
    const hits = parts.filter(({ correct }) => correct).length;
    const share = Math.max(0, (2 * hits - parts.length) / right.length);
    return atOnce(verdictOfParts(parts, content.scoring, share));
  },
};
