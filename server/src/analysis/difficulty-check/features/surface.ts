import { answerType } from '../../../domain/flaws/answer-type.ts';
import { splitWords } from '../../../domain/text/split-words.ts';
import type { TextRow } from '../../analysis-type.ts';
import { isAsking, QUESTION_WORDS } from '../../text-statistics/words/question-words.ts';

/** Properties of a question that its words do not preserve, as small numbers with fixed columns. */
export const SURFACE = {
  characters: 0,
  letters: 1,
  longest_word: 2,
  digits: 3,
  capitals: 4,
  marks: 5,
  quotations: 6,
  negations: 7,
  question_word: 8,
  answer_characters: 9,
  answer_type: 10,
  wrong_answers: 11,
  accepted_answers: 12,
} as const;
export type Surface = keyof typeof SURFACE;
export const SURFACE_WIDTH = Object.keys(SURFACE).length;

const MAX_VALUE = 65_535;
const NEGATIONS: ReadonlySet<string> = new Set(['not', 'no', 'never', 'none', 'except', 'neither', 'nor', 'without']);

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function measure(row: TextRow): Record<Surface, number> {
  const text = row.question_text;
  const words = splitWords(text);
  const asking = words.find(isAsking) ?? 'other';
  return {
    characters: text.length,
    letters: count(text, /\p{L}/gu),
    longest_word: words.reduce((longest, word) => Math.max(longest, word.length), 0),
    digits: count(text, /\p{Nd}/gu),
    capitals: count(text, /(?<!\p{L})\p{Lu}/gu),
    marks: count(text, /[,;:()/-]/gu),
    quotations: count(text, /["“”„«»]/gu),
    negations: words.filter((word) => NEGATIONS.has(word)).length,
    question_word: QUESTION_WORDS.indexOf(asking),
    answer_characters: row.correct_answer.length,
    answer_type: answerType(row.correct_answer),
    wrong_answers: row.incorrect_answers.length,
    accepted_answers: row.accepted_answers.length,
  };
}

/** One row of SURFACE_WIDTH numbers per question. */
export function measureSurface(rows: readonly TextRow[]): Uint16Array {
  const table = new Uint16Array(rows.length * SURFACE_WIDTH);
  for (const [index, row] of rows.entries()) {
    const measured = measure(row);
    for (const name of Object.keys(SURFACE) as Surface[]) {
      table[index * SURFACE_WIDTH + SURFACE[name]] = Math.min(measured[name], MAX_VALUE);
    }
  }
  return table;
}
