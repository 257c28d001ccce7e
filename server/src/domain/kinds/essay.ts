import { atOnce } from './at-once.ts';
import { type Answerable, type EssayKey, type KindRules, NOTHING_SHOWN } from './kind.ts';
import { textProblem } from './text.ts';
import { violation } from './violations.ts';

export const essay: KindRules = {
  keyFields: ['guidance', 'min_words', 'max_words'],
  requiredKeyFields: [],
  takesAccepted: false,
  takesIncorrect: false,
  scorings: ['all_or_nothing'],
  check: ({ key }: Answerable) => {
    const { min_words = 0, max_words = Infinity } = (key ?? {}) as EssayKey;
    return min_words <= max_words
      ? []
      : [violation('out_of_range', 'key/max_words', '`key.max_words` must be at least `key.min_words`.')];
  },
  correctAnswer: undefined,
  show: () => NOTHING_SHOWN,
  answerProblem: textProblem,
  score: () => atOnce({ correct: null, matched: null, score: null, parts: null }),
};
