/** The aspects of a question that were dismissed, for one version of the question. */
export interface DismissedRows {
  question_id: string;
  version: number;
  about: readonly string[];
}
