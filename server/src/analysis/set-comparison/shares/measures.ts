import { countSentences } from '../../../domain/questions/features.ts';
import { countCodePoints } from '../../../domain/text/text.ts';
import type { TextRow } from '../../analysis-type.ts';
import { noTotals, readability } from '../../text-statistics/words/readability.ts';
import { sharedWords } from '../../text-statistics/words/shared-words.ts';

export const FEATURES = ['text_characters', 'text_words', 'answer_words', 'flesch_kincaid_grade'] as const;
export type Feature = (typeof FEATURES)[number];

/** The number of questions of a shard per value: a few hundred values represent its 30,000 questions. */
export type Measures = Record<Feature, Map<number, number>>;

/** Characters, words, sentences and syllables are defined as in `text_statistics`. */
export function measureQuestions(rows: readonly TextRow[]): Measures {
  const measures: Measures = {
    text_characters: new Map(),
    text_words: new Map(),
    answer_words: new Map(),
    flesch_kincaid_grade: new Map(),
  };
  const table = sharedWords();
  for (const { question_text, correct_answer, language } of rows) {
    const words: number[] = [];
    table.read(question_text, words);
    const answer: number[] = [];
    table.read(correct_answer, answer);
    count(measures.text_characters, countCodePoints(question_text));
    count(measures.text_words, words.length);
    count(measures.answer_words, answer.length);
    if (!isEnglish(language) || words.length === 0) continue;
    const syllables = words.reduce((sum, word) => sum + table.syllables(word), 0);
    count(measures.flesch_kincaid_grade, gradeOf(words.length, countSentences(question_text), syllables));
  }
  return measures;
}

function isEnglish(language: string): boolean {
  return /^en(?:-|$)/i.test(language);
}

function gradeOf(words: number, sentences: number, syllables: number): number {
  return readability({ ...noTotals(), words, sentences, syllables }).flesch_kincaid_grade;
}

function count(values: Map<number, number>, value: number): void {
  values.set(value, (values.get(value) ?? 0) + 1);
}
