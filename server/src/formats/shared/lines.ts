import { FormatError, MAX_RECORD_LENGTH } from '../format.ts';

export interface Line {
  /** Counted from 1. */
  number: number;
  text: string;
}

/** The lines of a text in batches, one per piece. A line ends with LF, CR LF or CR. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Line[], void, undefined> {
  let rest = '';
  let number = 1;
  for await (const piece of text) {
    const batch: Line[] = [];
    let buffer = rest + piece;
    // A CR at the end may be half of a CR LF.
    const held = buffer.endsWith('\r') ? '\r' : '';
    if (held !== '') buffer = buffer.slice(0, -1);
    if (buffer.includes('\r')) buffer = buffer.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    let start = 0;
    for (let end = buffer.indexOf('\n'); end >= 0; end = buffer.indexOf('\n', start)) {
      checkLength(end - start, number);
      batch.push({ number, text: buffer.slice(start, end) });
      number += 1;
      start = end + 1;
    }
    rest = buffer.slice(start) + held;
    checkLength(rest.length, number);
    if (batch.length > 0) yield batch;
  }
  rest = rest.replace(/\r$/u, '');
  if (rest !== '') yield [{ number, text: rest }];
}

function checkLength(length: number, line: number): void {
  if (length <= MAX_RECORD_LENGTH) return;
  throw new FormatError(
    'too_long',
    `Line ${line} is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
    { line },
  );
}
