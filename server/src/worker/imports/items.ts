import type { ImportRecord } from '../../domain/imports/import.ts';
import type { ColumnsRow, Input, NoteRow, QuestionRow, ReadOptions, ReportRow } from '../../formats/format.ts';
import type { Executor } from '../../store/database/database.ts';
import { readImportChunks } from '../../store/imports/chunks.ts';
import type { Parsers } from './parsers.ts';

/** A question of the file, or something in its place; counted from 1. */
export interface Item {
  number: number;
  row: QuestionRow | ReportRow;
}

interface ItemSource {
  items: AsyncGenerator<Item, void, undefined>;
  /** The number of bytes read from the file. */
  bytesRead: () => number;
}

export interface Reading {
  db: Executor;
  parsers: Parsers;
  /** Whether parsing may take the full time limit of a file. */
  slow: boolean;
  /** Ends the reading at any point. */
  signal: AbortSignal;
}

/** The items of an uploaded file. Notes, and the columns of a table, are passed to `onOther`. */
export function readItems(
  { db, parsers, slow, signal }: Reading,
  { id, format, options, bytes: size }: ImportRecord,
  onOther: (row: NoteRow | ColumnsRow) => void,
): ItemSource {
  let bytes = 0;
  const pieces = counted(readImportChunks(db, id), (length) => {
    bytes += length;
  });
  return { items: numbered(), bytesRead: () => bytes };

  async function* numbered(): AsyncGenerator<Item, void, undefined> {
    let number = 0;
    const file = { format, options: readOptions(options), bytes: size, pieces, slow };
    for await (const rows of parsers.parse(file, signal)) {
      for (const row of rows) {
        if (row.kind === 'note' || row.kind === 'columns') {
          onOther(row);
          continue;
        }
        number += 1;
        yield { number, row };
      }
    }
  }
}

function readOptions({ encoding, columns, header_row, sheet }: ImportRecord['options']): ReadOptions {
  return {
    ...(encoding !== null && { encoding }),
    ...(columns !== null && { columns }),
    ...(typeof header_row === 'number' && { headerRow: header_row }),
    ...(typeof sheet === 'string' && { sheet }),
  };
}

async function* counted(input: Input, onChunk: (size: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of input) {
    onChunk(chunk.length);
    yield chunk;
  }
}
