import type { TextRow } from '../../../server/src/analysis/analysis-type.ts';
import type { GeneratedQuestion } from '../question-generator.ts';

/** A generated question in the form in which an analysis reads it. */
export function asTextRow(question: GeneratedQuestion, index: number): TextRow {
  const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  return { ...question, id, version: 1, language: 'en', accepted_answers: [], incorrect_answers: [] };
}
