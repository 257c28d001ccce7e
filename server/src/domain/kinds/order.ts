import { atOnce } from './at-once.ts';
import type { Answerable, KindRules, OrderKey } from './kind.ts';
import { verdictOfParts } from './share.ts';
import { shuffled } from './shuffled.ts';
import { textsProblem } from './texts-problem.ts';
import { rejectRepeated } from './violations.ts';

const sequenceOf = ({ key }: Answerable) => (key as OrderKey).sequence;

export const order: KindRules = {
  keyFields: ['sequence'],
  requiredKeyFields: ['sequence'],
  takesAccepted: false,
  takesIncorrect: false,
  scorings: ['partial', 'all_or_nothing'],
  check: (content) => rejectRepeated(sequenceOf(content), (index) => `key/sequence/${index}`),
  correctAnswer: (key) => (key as OrderKey).sequence.map((text, index) => `${index + 1}. ${text}`).join(' '),
  show: (id, content) => ({ options: shuffled(id, sequenceOf(content)), prompts: null, gaps: null }),
  answerProblem: (content, answer) => textsProblem(answer, sequenceOf(content)),
  /** A part is an item that should have a successor: right if that one follows it. */
  score: (content, answer) => {
    const sequence = sequenceOf(content);
    const given = answer as readonly string[];
    const parts = sequence.slice(0, -1).map((name, index) => {
      const place = given.indexOf(name);
      return { name, correct: place >= 0 && given[place + 1] === sequence[index + 1] };
    });
    return atOnce(verdictOfParts(parts, content.scoring));
  },
};
