export const QUESTION_WORDS = [
  'what',
  'which',
  'who',
  'whom',
  'whose',
  'when',
  'where',
  'why',
  'how',
  'other',
] as const;
export type QuestionWord = (typeof QUESTION_WORDS)[number];
export type QuestionWordCounts = Record<QuestionWord, number>;

const ASKING: ReadonlySet<string> = new Set(QUESTION_WORDS.filter((word) => word !== 'other'));

export const noQuestionWords = (): QuestionWordCounts => ({
  what: 0,
  which: 0,
  who: 0,
  whom: 0,
  whose: 0,
  when: 0,
  where: 0,
  why: 0,
  how: 0,
  other: 0,
});

export function isAsking(word: string): word is QuestionWord {
  return ASKING.has(word);
}

export function addQuestionWords(left: QuestionWordCounts, right: QuestionWordCounts): void {
  for (const word of QUESTION_WORDS) left[word] += right[word];
}
