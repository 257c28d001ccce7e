/** A row of delimited text, as the service reads it. */
export interface TableRecord {
  /** The physical line on which it begins, counted from 1. */
  line: number;
  cells: string[];
  /** The text in the file, including the line end. */
  raw: string;
  /** Its row in the sheet, if the text was made from one. */
  row?: number;
}

const SEPARATORS = [',', ';', '\t', '|'];
const SAMPLE_ROWS = 10;

/** The separator in a first line "sep=;", or else the one that splits the first rows into the most cells. */
export function guessSeparator(text: string): string {
  const declared = /^sep=(.)\r?(?:\n|$)/u.exec(text.slice(0, 10))?.[1];
  if (declared !== undefined) return declared;
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  let rows = 0;
  let quoted = false;
  for (let at = 0; at < text.length && rows < SAMPLE_ROWS; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === '\n' || sign === '\r') rows += 1;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  const [best] = [...counts].sort((left, right) => right[1] - left[1]);
  return best !== undefined && best[1] > 0 ? best[0] : ',';
}

/** Parses RFC 4180 with the same extensions as the service, so that both count the same lines. */
export function parseTable(text: string, separator = guessSeparator(text)): TableRecord[] {
  const records: TableRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = at;
    const cells: string[] = [];
    for (;;) {
      const cell = readCell(text, at, separator);
      cells.push(cell.value);
      at = cell.end;
      if (text.charAt(at) !== separator) break;
      at += 1;
    }
    if (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n') at += 2;
    else if (at < text.length) at += 1;
    const raw = text.slice(start, at);
    records.push({ line, cells, raw });
    line += countLineEnds(raw);
  }
  return records;
}

function readCell(text: string, start: number, separator: string): { value: string; end: number } {
  let at = start;
  let quoted: string | undefined;
  if (text.charAt(at) === '"') {
    let close = text.indexOf('"', at + 1);
    while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
    if (close < 0) return { value: text.slice(start), end: text.length };
    quoted = text.slice(at + 1, close).replaceAll('""', '"');
    at = close + 1;
  }
  const from = at;
  while (at < text.length && !isEnd(text.charAt(at), separator)) at += 1;
  const plain = text.slice(from, at);
  if (quoted === undefined) return { value: plain, end: at };
  // A cell with text after its closing quote is taken literally.
  return { value: plain.trim() === '' ? quoted : text.slice(start, at), end: at };
}

function isEnd(sign: string, separator: string): boolean {
  return sign === separator || sign === '\n' || sign === '\r';
}

export function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/gu)?.length ?? 0;
}
