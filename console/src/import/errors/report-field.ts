import type { Import } from '../../../../client/src/index.ts';
import type { Report } from '../use-check.ts';

/** What a row with errors shows; what else is wrong stands below the question. */
export const SHOWN_FIELDS = ['question_text', 'correct_answer', 'category', 'difficulty'] as const;

/** The field that a report is about: it names the header of its column, or the field where the file has no column for it. */
export function fieldOfReport({ column }: Pick<Report, 'column'>, columns: Import['columns']): string | null {
  if (column === null) return null;
  return columns?.find(({ header }) => header === column)?.field ?? column;
}

/** The place of its cell in the row; -1 where the file has no such column. */
export function indexOfReport({ column }: Pick<Report, 'column'>, columns: Import['columns']): number {
  return columns?.findIndex(({ header }) => header === column) ?? -1;
}

/** What errors of one kind have in common. */
export function kindOfReport(report: Report, columns: Import['columns']): string {
  const field = fieldOfReport(report, columns);
  const isChoice = field === 'category' || field === 'difficulty';
  return isChoice && report.code !== 'required' ? field : report.code;
}
