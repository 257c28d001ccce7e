/** How much a finding matters: wrong as it stands, worth a look, good to know. */
export const FINDING_SEVERITIES = ['error', 'warning', 'info'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** The rows it refers to, as filters of their type; {} means all rows. */
type RowQuery = Readonly<Record<string, string | readonly string[]>>;

/** One plain sentence that an editor should know, and the action that it suggests. */
export interface Finding {
  severity: FindingSeverity;
  text: string;
  /** Null if nothing has to be done. */
  next_step: string | null;
  /** The number of rows; null if the finding is about the set as a whole. */
  count: number | null;
  rows: RowQuery | null;
}

/** Information that needs no action. */
export function note(text: string): Finding {
  return { severity: 'info', text, next_step: null, count: null, rows: null };
}

/** The findings that apply, sorted by urgency. */
export function inOrder(findings: readonly (Finding | null)[]): Finding[] {
  const weight = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.filter((finding) => finding !== null).toSorted((left, right) => weight(left) - weight(right));
}
