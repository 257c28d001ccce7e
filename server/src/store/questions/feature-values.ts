import type { QuestionFeatures } from '../../domain/questions/features.ts';

/** The computed columns of question_features in the order in which every statement takes them. */
const COLUMNS: readonly ((features: QuestionFeatures) => unknown)[] = [
  (features) => features.text_hash,
  (features) => `{${features.likeness_keys.join(',')}}`,
  (features) => features.flaws,
  (features) => features.answer_type,
];

/** The values of one row. */
export function featureValues(features: QuestionFeatures): unknown[] {
  return COLUMNS.map((column) => column(features));
}

/** An array for each column, for `unnest`. */
export function featureArrays(rows: readonly QuestionFeatures[]): unknown[][] {
  return COLUMNS.map((column) => rows.map(column));
}
