/** What somebody has dismissed of the rows about a question; it holds for one version of the question. */
export interface DismissedRows {
  question_id: string;
  version: number;
  about: readonly string[];
}
