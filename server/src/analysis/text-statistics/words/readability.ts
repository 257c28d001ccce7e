/** The input of the formulae, summed over many texts. */
export interface ReadabilityTotals {
  words: number;
  sentences: number;
  /** Letters and digits. */
  letters: number;
  syllables: number;
  /** Words of three or more syllables. */
  polysyllables: number;
}

export interface Readability {
  flesch_reading_ease: number;
  flesch_kincaid_grade: number;
  coleman_liau: number;
  ari: number;
  gunning_fog: number;
  smog: number;
}

/** The formulae were made for passages of about 100 words; below that they are meaningless. */
export const MIN_READABLE_WORDS = 100;

export const noTotals = (): ReadabilityTotals => ({
  words: 0,
  sentences: 0,
  letters: 0,
  syllables: 0,
  polysyllables: 0,
});

export const isPolysyllable = (syllables: number): boolean => syllables >= 3;

export function addTotals(left: ReadabilityTotals, right: ReadabilityTotals): void {
  left.words += right.words;
  left.sentences += right.sentences;
  left.letters += right.letters;
  left.syllables += right.syllables;
  left.polysyllables += right.polysyllables;
}

/** Accepts any text with at least one word; the caller checks whether there are enough words. */
export function readability({ words, sentences, letters, syllables, polysyllables }: ReadabilityTotals): Readability {
  const sentenceLength = words / sentences;
  const wordSyllables = syllables / words;
  const wordLetters = letters / words;
  return {
    flesch_reading_ease: 206.835 - 1.015 * sentenceLength - 84.6 * wordSyllables,
    flesch_kincaid_grade: 0.39 * sentenceLength + 11.8 * wordSyllables - 15.59,
    coleman_liau: 5.88 * wordLetters - 29.6 * (sentences / words) - 15.8,
    ari: 4.71 * wordLetters + 0.5 * sentenceLength - 21.43,
    gunning_fog: 0.4 * (sentenceLength + 100 * (polysyllables / words)),
    smog: 1.043 * Math.sqrt(polysyllables * (30 / sentences)) + 3.1291,
  };
}
