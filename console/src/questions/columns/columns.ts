/** The columns other than the question itself, in display order. */
export const COLUMNS = [
  'correct_answer',
  'category',
  'topic_focus',
  'difficulty',
  'status',
  'tags',
  'language',
  'created_at',
  'updated_at',
] as const;
export type Column = (typeof COLUMNS)[number];

export const DEFAULT_COLUMNS: readonly Column[] = [
  ...(['correct_answer', 'category', 'topic_focus', 'difficulty', 'status', 'updated_at'] as const),
];

export function readColumns(given: readonly string[]): Column[] | undefined {
  const chosen = COLUMNS.filter((name) => given.includes(name));
  return chosen.length === 0 || chosen.join() === DEFAULT_COLUMNS.join() ? undefined : chosen;
}
