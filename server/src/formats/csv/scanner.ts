import { FormatError, MAX_RECORD_LENGTH } from '../format.ts';

export interface CsvRecord {
  cells: string[];
  /** The physical line on which it begins, counted from 1. */
  line: number;
  /** The text as it is in the file, without its line end. */
  raw: string;
  /** A quote was opened and never closed; the record is the rest of the file. */
  unclosed?: true;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * RFC 4180 and common deviations from it: records end with CR LF, LF or CR, even mixed; a quote inside a cell that does
 * not begin with one is literal; a cell with text after its closing quote is taken literally. The text arrives in
 * pieces of any size.
 */
export class CsvScanner {
  readonly #separator: number;
  readonly #separatorText: string;
  #buffer = '';
  #line = 1;
  /** An incomplete record is only scanned again when the text has doubled, so that scanning is linear overall. */
  #wait = 0;
  #final = false;

  constructor(separator: string) {
    this.#separatorText = separator;
    this.#separator = separator.charCodeAt(0);
  }

  push(piece: string): CsvRecord[] {
    this.#buffer += piece;
    return this.#buffer.length < this.#wait ? [] : this.#scan();
  }

  end(): CsvRecord[] {
    this.#final = true;
    return this.#scan();
  }

  #scan(): CsvRecord[] {
    const text = this.#buffer;
    const records: CsvRecord[] = [];
    let start = 0;
    while (start < text.length) {
      const line = this.#line;
      const cells: string[] = [];
      const end = this.#record(text, start, cells);
      if (end < 0) {
        this.#line = line;
        break;
      }
      const next = this.#afterLineEnd(text, end);
      if (next < 0) {
        this.#line = line;
        break;
      }
      records.push({ cells, line, raw: text.slice(start, end) });
      if (next > end) this.#line += 1;
      start = next;
    }
    this.#buffer = text.slice(start);
    if (this.#buffer.length > MAX_RECORD_LENGTH) throw this.#tooLong();
    this.#wait = this.#buffer.length * 2;
    if (this.#final && this.#buffer !== '') {
      records.push({ cells: [this.#buffer], line: this.#line, raw: this.#buffer, unclosed: true });
      this.#buffer = '';
    }
    return records;
  }

  /** The end of the record that begins at `start`, with its cells in `cells`; negative if the text ends before it. */
  #record(text: string, start: number, cells: string[]): number {
    let at = start;
    for (;;) {
      const begin = at;
      let quoted: string | undefined;
      if (text.charCodeAt(at) === QUOTE) {
        const close = this.#closingQuote(text, at + 1);
        if (close < 0) return -1;
        const inside = text.slice(at + 1, close);
        quoted = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
        if (inside.includes('\n') || inside.includes('\r')) this.#line += countLineEnds(inside);
        at = close + 1;
      }
      const end = this.#cellEnd(text, at);
      if (end === text.length && !this.#final) return -1;
      const plain = text.slice(at, end);
      if (quoted === undefined) cells.push(plain);
      else cells.push(plain.trim() === '' ? quoted : text.slice(begin, end));
      if (end === text.length || text.charCodeAt(end) !== this.#separator) return end;
      at = end + 1;
    }
  }

  #cellEnd(text: string, from: number): number {
    const separator = this.#separator;
    let at = from;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === separator || code === LF || code === CR) return at;
    }
    return at;
  }

  #closingQuote(text: string, from: number): number {
    let at = text.indexOf('"', from);
    while (at >= 0) {
      // At the very end of the text an LF may still follow.
      if (at + 1 === text.length) return this.#final ? at : -1;
      if (text.charCodeAt(at + 1) !== QUOTE) return at;
      at = text.indexOf('"', at + 2);
    }
    return -1;
  }

  /** The position after the line end; negative if a CR ends the text and an LF may still follow. */
  #afterLineEnd(text: string, end: number): number {
    if (text.charCodeAt(end) === CR) {
      if (end + 1 === text.length) return this.#final ? end + 1 : -1;
      return text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
    }
    return text.charCodeAt(end) === LF ? end + 1 : end;
  }

  #tooLong(): FormatError {
    const quote = this.#buffer.includes('"') ? ' Is a quote not closed?' : '';
    const separator = this.#separatorText === ',' ? '' : ` The separator is "${this.#separatorText}".`;
    return new FormatError(
      'too_long',
      `The row that begins on line ${this.#line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.${quote}${separator}`,
      { line: this.#line },
    );
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count += 1;
  }
  return count;
}

const SEPARATORS = [',', ';', '\t', '|'];
/** The number of rows examined for the separator. */
const SAMPLE_ROWS = 10;

/** A first line "sep=;" declares it; otherwise the separator that splits the first rows into the most cells is used. */
export function guessSeparator(start: string): { separator: string; declared: boolean } {
  const declared = /^sep=(.)\r?(?:\n|$)/u.exec(start.slice(0, 10))?.[1];
  if (declared !== undefined) return { separator: declared, declared: true };
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let rows = 0;
  let quoted = false;
  for (let at = 0; at < start.length && rows < SAMPLE_ROWS; at += 1) {
    const sign = start.charAt(at);
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === '\n' || sign === '\r') rows += 1;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  const [best] = [...counts].sort((left, right) => right[1] - left[1]);
  return { separator: best !== undefined && best[1] > 0 ? best[0] : ',', declared: false };
}
