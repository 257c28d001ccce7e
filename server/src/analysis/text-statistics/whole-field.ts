import { addHistogram, type Histogram } from './counts/histogram.ts';
import type { Field, TextStatisticsParameters } from './parameters.ts';
import type { GroupPartial } from './partial.ts';
import { addQuestionWords, noQuestionWords, type QuestionWordCounts } from './words/question-words.ts';
import { addTotals, noTotals, type ReadabilityTotals } from './words/readability.ts';
import { addVocabulary, noVocabulary, type Vocabulary } from './words/vocabulary.ts';

/** A field over all groups, for findings and plots of the whole set. */
export interface WholeField {
  chars: Histogram;
  words: Histogram;
  totals: ReadabilityTotals;
  question_words: QuestionWordCounts;
  vocabulary: Vocabulary;
}

/** Null if the field was not requested. */
export function wholeField(
  groups: readonly GroupPartial[],
  name: Field,
  { fields }: TextStatisticsParameters,
): WholeField | null {
  const position = fields.indexOf(name);
  if (position === -1) return null;
  const parts = groups.flatMap((group) => group.fields[position] ?? []);
  const whole: WholeField = {
    chars: {},
    words: {},
    totals: noTotals(),
    question_words: noQuestionWords(),
    vocabulary: joinVocabularies(parts.map((part) => part.vocabulary)),
  };
  for (const part of parts) {
    addHistogram(whole.chars, part.chars);
    addHistogram(whole.words, part.words);
    addTotals(whole.totals, part.totals);
    if (part.question_words !== null) addQuestionWords(whole.question_words, part.question_words);
  }
  return whole;
}

/** A single vocabulary is used as it is: copying a million words takes a second. */
function joinVocabularies(parts: readonly Vocabulary[]): Vocabulary {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = noVocabulary();
  for (const part of parts) addVocabulary(whole, part);
  return whole;
}
