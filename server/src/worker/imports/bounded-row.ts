import type { Row } from '../../formats/format.ts';

/** A question has two levels; deeper nesting is an attack on code that walks it. */
const MAX_DEPTH = 20;

/** The same row, or a report in place of a question whose values are nested too deeply. */
export function boundedRow(row: Row): Row {
  if (row.kind !== 'question' || !isDeeper(row.draft, MAX_DEPTH)) return row;
  return {
    kind: 'report',
    place: row.place,
    code: 'broken',
    detail: `The item is nested more than ${MAX_DEPTH} levels deep.`,
    value: row.raw.slice(0, 200),
    raw: row.raw,
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The approximate number of characters that a row takes in a message. */
export function rowLength(row: Row): number {
  return 100 + lengthOf(row.kind === 'question' ? [row.draft, row.raw] : row);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let length = 0;
  for (const inner of Object.values(value)) length += lengthOf(inner);
  return length;
}
