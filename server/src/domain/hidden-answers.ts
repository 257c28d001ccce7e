/** The fields of a question that say or give away its answer. */
export const ANSWER_FIELDS: readonly string[] = [
  'correct_answer',
  'accepted_answers',
  'incorrect_answers',
  'explanation',
];

/** A value of an answer without any of these fields, at any depth. */
export function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnswers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !ANSWER_FIELDS.includes(field))
      .map(([field, inner]) => [field, withoutAnswers(inner)]),
  );
}
