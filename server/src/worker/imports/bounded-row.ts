import type { Draft, QuestionRow, ReportRow, Row } from '../../formats/format.ts';

/** A question has two levels; deeper nesting is an attack on code that walks it. */
const MAX_DEPTH = 20;

/** Longer texts and lists break a rule of questions in any case, so checking all of them would only take longer. */
const MAX_TEXT = 25_000;
const MAX_ENTRIES = 1000;
/** Characters of all values: five times those of a question that breaks no rule. */
const MAX_DRAFT = 256 * 1024;
/**
 * Characters of an item that can be returned. A question that breaks no rule has at most 70,000. Every row is copied
 * between threads, and PostgreSQL's driver escapes a report at once: 20 ms for a million.
 */
const MAX_RAW = 256 * 1024;

/**
 * The same row, with overlong texts and lists cut; they break the same rules as before. Or a report in place of a question
 * whose values are nested too deeply or are too long together to be checked one by one.
 */
export function boundedRow(row: Row): Row {
  if (row.kind === 'report') return withBoundedRaw(row);
  if (row.kind !== 'question') return row;
  if (isDeeper(row.draft, MAX_DEPTH)) return broken(row, `The item is nested more than ${MAX_DEPTH} levels deep.`);
  const length = lengthOf(row.draft);
  if (length > MAX_DRAFT)
    return broken(row, `The item has ${length} characters. A question may have at most ${MAX_DRAFT}.`);
  return withBoundedRaw(length > MAX_ENTRIES ? { ...row, draft: cut(row.draft) as Draft } : row);
}

function broken({ place, raw }: QuestionRow, detail: string): ReportRow {
  return withBoundedRaw({ kind: 'report', place, code: 'broken', detail, value: raw.slice(0, 200), raw });
}

function withBoundedRaw<Bounded extends QuestionRow | ReportRow>(row: Bounded): Bounded {
  return row.raw.length > MAX_RAW ? { ...row, raw: '', rawLeftOut: row.raw.length } : row;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(cut);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ENTRIES)
      .map(([name, inner]) => [name.slice(0, MAX_TEXT), cut(inner)]),
  );
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
