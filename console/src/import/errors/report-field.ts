import type { Import } from '../../../../client/src/index.ts';
import type { Report } from '../use-check.ts';

/** The fields that a row with errors shows. Errors of other fields are listed below the question. */
export const SHOWN_FIELDS = ['question_text', 'correct_answer', 'category', 'difficulty'] as const;

/** The field of a report, which names the header of its column, or the field itself if the file has no such column. */
export function fieldOfReport({ column }: Pick<Report, 'column'>, columns: Import['columns']): string | null {
  if (column === null) return null;
  return columns?.find(({ header }) => header === column)?.field ?? column;
}

/** The index of its cell in the row, or -1 if the file has no such column. */
export function indexOfReport({ column }: Pick<Report, 'column'>, columns: Import['columns']): number {
  return columns?.findIndex(({ header }) => header === column) ?? -1;
}

/** Groups errors of one kind. */
export function kindOfReport(report: Report, columns: Import['columns']): string {
  const field = fieldOfReport(report, columns);
  const isChoice = field === 'category' || field === 'difficulty';
  return isChoice && report.code !== 'required' ? field : report.code;
}
