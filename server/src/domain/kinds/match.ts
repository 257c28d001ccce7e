import { atOnce } from './at-once.ts';
import type { Answerable, GivenAnswer, KindRules, MatchKey } from './kind.ts';
import { verdictOfParts } from './share.ts';
import { shuffled } from './shuffled.ts';
import { rejectRepeated, violation } from './violations.ts';

const keyOf = ({ key }: Answerable) => key as MatchKey;
const answersOf = ({ pairs, extra = [] }: MatchKey) => [...pairs.map(({ answer }) => answer), ...extra];

export const match: KindRules = {
  keyFields: ['pairs', 'extra'],
  requiredKeyFields: ['pairs'],
  takesAccepted: false,
  takesIncorrect: false,
  scorings: ['partial', 'all_or_nothing'],
  check: (content) => {
    const { pairs, extra = [] } = keyOf(content);
    const right = new Set(pairs.map(({ answer }) => answer));
    return [
      ...rejectRepeated(
        pairs.map(({ prompt }) => prompt),
        (index) => `key/pairs/${index}/prompt`,
      ),
      ...extra.flatMap((text, index) =>
        right.has(text)
          ? [violation('not_allowed', `key/extra/${index}`, 'An extra answer must not be right for a prompt.')]
          : [],
      ),
    ];
  },
  correctAnswer: (key) => (key as MatchKey).pairs.map(({ prompt, answer }) => `${prompt}: ${answer}`).join('; '),
  show: (id, content) => ({
    options: shuffled(id, answersOf(keyOf(content))),
    prompts: keyOf(content).pairs.map(({ prompt }) => prompt),
    gaps: null,
  }),
  answerProblem: (content, answer) => pairsProblem(keyOf(content), answer),
  score: (content, answer) => {
    const given = new Map(Object.entries(answer as Readonly<Record<string, string>>));
    const parts = keyOf(content).pairs.map(({ prompt, answer: right }) => ({
      name: prompt,
      correct: given.get(prompt) === right,
    }));
    return atOnce(verdictOfParts(parts, content.scoring));
  },
};

function pairsProblem(key: MatchKey, answer: GivenAnswer): string | undefined {
  if (typeof answer !== 'object' || Array.isArray(answer)) return 'must be an object from prompts to answers';
  const prompts = new Set(key.pairs.map(({ prompt }) => prompt));
  const answers = new Set(answersOf(key));
  for (const [prompt, text] of Object.entries(answer as Readonly<Record<string, string>>)) {
    if (!prompts.has(prompt)) return 'may only name texts of `prompts`';
    if (!answers.has(text)) return 'may only choose texts of `options`';
  }
  return undefined;
}
