import { findMarkRun, MAX_MARKS } from '../../domain/text/marks.ts';
import {
  type ForbiddenCharacter,
  findForbiddenCharacter,
  normaliseText,
  unifyLineEnds,
} from '../../domain/text/text.ts';
import { MAX_VIOLATIONS, type Violation } from '../../errors.ts';
import { nameOf, tooManyEntries } from './schema-errors.ts';
import type { Shape } from './shape.ts';

/**
 * No request of the API is nested deeper than an array of questions with lists; this leaves a margin and bounds
 * recursion.
 */
export const MAX_DEPTH = 10;
/** For lists and texts whose schema sets no limit. */
const MAX_ENTRIES = 1000;
const MAX_TEXT = 16_384;
/** The maximum number of code units that NFC combines into one character. */
const UNITS_PER_CHARACTER = 6;

/** The violations found so far: as many as a reply shows, and the number of further ones. */
export interface Reading {
  violations: Violation[];
  unstated: number;
}

export function report(reading: Reading, violation: Violation): void {
  if (reading.violations.length < MAX_VIOLATIONS) reading.violations.push(violation);
  else reading.unstated += 1;
}

/**
 * The body with its texts normalised (NFC, trimmed), reduced to what its schema may report: lists that are too long are
 * reported and truncated, and a hundred of a thousand unknown fields are kept. So the cost of the check that follows is
 * proportional to what it reports.
 */
export function readBody(value: unknown, shape: Shape, reading: Reading, path = '', depth = 0): unknown {
  if (typeof value === 'string') {
    return readText(value, shape.maxLength, (code, detail) => {
      report(reading, { code, detail, pointer: `#${path}` });
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) {
    reading.violations.unshift(tooDeep(`#${path}`)); // more informative than everything else
    return value;
  }
  if (Array.isArray(value)) return readEntries(value, shape, reading, path, depth);
  return readFields(value as Record<string, unknown>, shape, reading, path, depth);
}

function readEntries(list: readonly unknown[], shape: Shape, reading: Reading, path: string, depth: number): unknown[] {
  const { items = ANYTHING, maxItems = MAX_ENTRIES } = shape;
  if (list.length > maxItems) report(reading, tooManyEntries(nameOf(path), maxItems, { pointer: `#${path}` }));
  const kept = list.length > maxItems ? list.slice(0, MAX_VIOLATIONS) : list;
  return kept.map((entry, index) => readBody(entry, items, reading, `${path}/${index}`, depth + 1));
}

function readFields(
  fields: Readonly<Record<string, unknown>>,
  { properties = NO_FIELDS, closed }: Shape,
  reading: Reading,
  path: string,
  depth: number,
): object {
  const entries: [string, unknown][] = [];
  let unknown = 0;
  for (const name of Object.keys(fields)) {
    const known = properties.get(name);
    if (known === undefined && closed) {
      if (unknown < MAX_VIOLATIONS) entries.push([name, null]);
      unknown += 1;
      continue;
    }
    const value = fields[name];
    // Most fields need no check, so the path is only built for the others.
    const kept = isPlain(value)
      ? value
      : readBody(value, known ?? ANYTHING, reading, `${path}/${escapePointer(name)}`, depth + 1);
    entries.push([name, kept]);
  }
  reading.unstated += Math.max(0, unknown - MAX_VIOLATIONS);
  return Object.fromEntries(entries); // defines own properties, so a key such as __proto__ stays plain data
}

const ANYTHING: Shape = { closed: false };
const NO_FIELDS: ReadonlyMap<string, Shape> = new Map();

/** Nearly every text consists of plain letters and single spaces, and needs only this check. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/u;

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? PLAIN.test(value) : typeof value !== 'object' || value === null;
}

/** Checks the length first: a text that its schema rejects as too long is not examined further. */
export function readText(
  text: string,
  maxLength: number | undefined,
  complain: (code: 'invalid_characters' | 'too_long', detail: string) => void,
): string {
  if (PLAIN.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed.length > (maxLength === undefined ? MAX_TEXT : maxLength * UNITS_PER_CHARACTER)) {
    if (maxLength === undefined) complain('too_long', `A text may have at most ${MAX_TEXT} characters.`);
    return trimmed;
  }
  const forbidden = findForbiddenCharacter(unifyLineEnds(text));
  if (forbidden !== undefined) {
    complain('invalid_characters', describeForbidden(forbidden));
  } else if (findMarkRun(trimmed) >= 0) {
    complain('invalid_characters', `The text has more than ${MAX_MARKS} combining marks in a row.`);
  }
  return normaliseText(trimmed);
}

function describeForbidden({ name, line, column }: ForbiddenCharacter): string {
  const kind = name.startsWith('U+D') ? 'half of a surrogate pair' : 'a control character';
  return `Line ${line}, character ${column} is ${kind} (${name}). Remove it.`;
}

export function tooDeep(pointer: string): Violation {
  return {
    code: 'too_deep',
    detail: `The body is nested too deeply; the limit is ${MAX_DEPTH} levels.`,
    pointer: pointer.slice(0, 200),
  };
}

const MAX_NAME_IN_POINTER = 200;

export function escapePointer(field: string): string {
  return field.slice(0, MAX_NAME_IN_POINTER).replaceAll('~', '~0').replaceAll('/', '~1');
}
