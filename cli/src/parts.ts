import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const MAX_PARTS = 10_000;

/** A part of a file that is itself a valid file. */
export interface Part {
  /** The number of lines of the whole file before this part, not counting the part's own header. */
  linesBefore: number;
  read(): ReadableStream<Uint8Array>;
}

interface Cut {
  offset: number;
  lines: number;
}

/**
 * Splits a table or JSON Lines between records, so that no part exceeds `maxBytes`; a longer record becomes its own
 * part. Every part of a table begins with the header. The file is read once to find the boundaries, and again part by
 * part.
 */
export async function cutIntoParts(
  file: string,
  { maxBytes, isTable }: { maxBytes: number; isTable: boolean },
): Promise<Part[]> {
  const cuts: Cut[] = [];
  let header: Cut = { offset: 0, lines: 0 };
  let last: Cut = header;
  for await (const end of recordEnds(file, isTable)) {
    if (isTable && header.offset === 0) [header, last] = [end, end];
    const from = cuts.at(-1)?.offset ?? header.offset;
    if (end.offset - from + header.offset > maxBytes && last.offset > from) cuts.push(last);
    if (cuts.length >= MAX_PARTS) throw new RangeError(`more than ${MAX_PARTS} parts`);
    last = end;
  }
  const starts = [header, ...cuts];
  return starts.map(({ offset, lines }, index) => {
    const until = starts[index + 1]?.offset ?? last.offset;
    const pieces = async function* () {
      if (header.offset > 0) yield* createReadStream(file, { end: header.offset - 1 });
      if (until > offset) yield* createReadStream(file, { start: offset, end: until - 1 });
    };
    return {
      linesBefore: lines - header.lines,
      read: () => Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>,
    };
  });
}

/** The offset after each record. In a table, a line break between quotes is part of a cell; JSON has none. */
async function* recordEnds(file: string, isTable: boolean): AsyncGenerator<Cut> {
  let [offset, lines, recordEnd, isQuoted] = [0, 0, 0, false];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      offset += 1;
      if (isTable && byte === QUOTE) isQuoted = !isQuoted;
      if (byte !== NEWLINE) continue;
      lines += 1;
      if (isQuoted) continue;
      recordEnd = offset;
      yield { offset, lines };
    }
  }
  if (offset > recordEnd) yield { offset, lines: lines + 1 };
}
