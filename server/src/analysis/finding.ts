import type { SentenceValues } from '../domain/sentences/write.ts';

/** How much a finding matters: wrong as it stands, worth a look, good to know. */
export const FINDING_SEVERITIES = ['error', 'warning', 'info'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** The rows it refers to, as filters of their type; {} means all rows. */
type RowQuery = Readonly<Record<string, string | readonly string[]>>;

/** Something that an editor should know. `findings` in `server/languages` has its sentence, and the suggested action. */
export interface Finding {
  severity: FindingSeverity;
  /** Names the sentence, such as `duplicates.conflict`. Codes are never renamed or reused. */
  code: string;
  /** The numbers and names that the sentence mentions. */
  values: SentenceValues;
  /** The number of rows; null if the finding is about the set as a whole. */
  count: number | null;
  rows: RowQuery | null;
}

/** Information that needs no action. */
export function note(code: string, values: SentenceValues = {}): Finding {
  return { severity: 'info', code, values, count: null, rows: null };
}

/** The findings that apply, sorted by urgency. */
export function inOrder(findings: readonly (Finding | null)[]): Finding[] {
  const weight = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.filter((finding) => finding !== null).toSorted((left, right) => weight(left) - weight(right));
}
