import { FormatError, MAX_RECORD_LENGTH } from '../format.ts';
import type { Line } from '../shared/lines.ts';
import { isBlank } from './labels.ts';
import type { KeyEntry } from './question.ts';

interface Entry {
  number: number;
  value: string;
}

const PAIR = /(\d{1,4})\s{0,3}(?:\.\)|[.):=–—-])?\s{0,3}\(?([A-Za-z])\)?(?![\p{L}\d])[\s,;|/.]{0,20}/uy;
const ENTRY = /^\(?(\d{1,4})\s{0,3}(?:\.\)|[.):=–—-]|\s)\s{0,20}(\S.*)$/su;
const NUMBER = /^(\d{1,4})[.)]?$/u;

/** "1. B  2. C" or "1b, 2c": a line of numbers with letters and nothing else. */
export function readPairs(line: string): Entry[] | undefined {
  const pairs: Entry[] = [];
  PAIR.lastIndex = 0;
  for (let end = 0; end < line.length; end = PAIR.lastIndex) {
    const found = PAIR.exec(line);
    if (found === null) return undefined;
    pairs.push({ number: Number(found[1]), value: found[2] ?? '' });
  }
  return pairs.length > 0 ? pairs : undefined;
}

/** "3. Paris", "3 Paris", or several such entries in the cells of a row. */
function readEntries(line: string): Entry[] | undefined {
  const cells = line.split('\t').map((cell) => cell.trim());
  const single = cells.map((cell) => ENTRY.exec(cell));
  if (single.every((found) => found !== null))
    return single.map((found) => ({ number: Number(found[1]), value: found[2] ?? '' }));
  const pairs = Array.from({ length: cells.length / 2 }, (_, index) => ({
    number: NUMBER.exec(cells[2 * index] ?? '')?.[1],
    value: cells[2 * index + 1] ?? '',
  }));
  if (cells.length % 2 !== 0 || pairs.some(({ number, value }) => number === undefined || value === ''))
    return undefined;
  return pairs.map(({ number, value }) => ({ number: Number(number), value }));
}

/** The lines of a key, from its heading to the next question. */
export class Key {
  readonly entries = new Map<number, KeyEntry>();
  readonly line: number;
  /** The last line, if it may be the text of a question instead. */
  #last: { entry: Entry; line: Line } | undefined;
  /** The first row of a table that has the answers in its second row. */
  #numbers: readonly number[] | undefined;
  #length = 0;

  constructor(line: number) {
    this.line = line;
  }

  /** False if the line is not a part of the key. */
  take(text: string, line: number): boolean {
    const entries = readPairs(text) ?? this.#acrossRows(text) ?? readEntries(text);
    if (entries === undefined) return this.#numbers !== undefined || isTableHeader(text);
    // A question begins where a number returns with more than a letter.
    const isQuestion =
      entries.length === 1 && entries.some(({ number, value }) => value.length > 2 && this.entries.has(number));
    if (isQuestion) return false;
    this.#length += text.length;
    if (this.#length > MAX_RECORD_LENGTH) {
      throw new FormatError(
        'too_long',
        `The key that begins in line ${this.line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
        { line: this.line },
      );
    }
    for (const { number, value } of entries) this.#add(number, value, line);
    const [entry] = entries;
    this.#last = entries.length === 1 && entry !== undefined ? { entry, line: { number: line, text } } : undefined;
    return true;
  }

  #add(number: number, value: string, line: number): void {
    if (isBlank(value)) return;
    const before = this.entries.get(number);
    if (before === undefined) this.entries.set(number, { value, line });
    else if (before.value.toLowerCase() !== value.toLowerCase())
      this.entries.set(number, { ...before, repeated: true });
  }

  #acrossRows(text: string): Entry[] | undefined {
    const cells = text.split('\t').map((cell) => cell.trim());
    const numbers = this.#numbers;
    if (numbers !== undefined) {
      this.#numbers = undefined;
      const values = cells.slice(-numbers.length);
      if (cells.length - values.length > 1 || values.length < numbers.length) return undefined;
      return numbers.map((number, index) => ({ number, value: values[index] ?? '' }));
    }
    // The first cell may name the row.
    const named = NUMBER.test(cells[0] ?? '') ? cells : cells.slice(1);
    if (named.length < 3 || !named.every((cell) => NUMBER.test(cell))) return undefined;
    this.#numbers = named.map((cell) => Number(NUMBER.exec(cell)?.[1]));
    return undefined;
  }

  /** Takes back the last line: options below it show that it is a question. */
  untake(): Line | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (last !== undefined) this.entries.delete(last.entry.number);
    return last?.line;
  }
}

/** "Question\tAnswer" above the rows of a key. */
function isTableHeader(text: string): boolean {
  return text.includes('\t') && text.length <= 60 && !/\d/u.test(text);
}
