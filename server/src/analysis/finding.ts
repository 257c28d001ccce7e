/** How much it matters: wrong as it stands, worth a look, good to know. */
export const FINDING_SEVERITIES = ['error', 'warning', 'info'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** Which rows are meant, by the filters of their type; {} means all of them. */
export type RowQuery = Readonly<Record<string, string | readonly string[]>>;

/** What an editor should know, in one plain sentence, and what to do about it. */
export interface Finding {
  severity: FindingSeverity;
  text: string;
  /** Null where nothing has to be done. */
  next_step: string | null;
  /** How many rows are meant; null where the sentence is about the set as a whole. */
  count: number | null;
  rows: RowQuery | null;
}

/** Good to know, and nothing to be done. */
export function note(text: string): Finding {
  return { severity: 'info', text, next_step: null, count: null, rows: null };
}

/** Those of which there is something to tell, what has to be done before what is good to know. */
export function inOrder(findings: readonly (Finding | null)[]): Finding[] {
  const weight = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.filter((finding) => finding !== null).toSorted((left, right) => weight(left) - weight(right));
}
