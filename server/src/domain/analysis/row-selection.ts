/** A condition on the rows of a result that the database can evaluate without knowing the type of the analysis. */
export type RowCondition =
  /** The body is a number with one of these bits. */
  | { bits: number }
  /** The body is an object whose member at this path is this text or number. */
  | { path: readonly string[]; equals: string }
  /** … is a number less than this. */
  | { path: readonly string[]; below: number }
  /** The question of the row, as it was analysed, has this value. */
  | { question: 'category' | 'difficulty'; equals: string };

/** The value that rows are sorted by, instead of their importance. */
export type RowOrder = { path: readonly string[] } | { question: 'category' | 'difficulty' };

/** Rows that meet one condition of each list. */
export interface RowSelection {
  conditions: readonly (readonly RowCondition[])[];
  order: { by: RowOrder; descending: boolean } | null;
}
