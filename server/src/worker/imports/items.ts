import type { ImportRecord } from '../../domain/imports/import.ts';
import type { ColumnsRow, Input, NoteRow, QuestionRow, ReadOptions, ReportRow } from '../../formats/format.ts';
import { findFormat } from '../../formats/index.ts';
import type { Executor } from '../../store/database/database.ts';
import { readImportChunks } from '../../store/imports/chunks.ts';

/** A question of the file, or something in its place; counted from 1. */
export interface Item {
  number: number;
  row: QuestionRow | ReportRow;
}

export interface ItemSource {
  items: AsyncGenerator<Item, void, undefined>;
  /** How much of the file has been read. */
  bytesRead: () => number;
}

/** The items of an uploaded file. What is no item, a note or the columns of a table, is handed to `onOther` as it comes. */
export function readItems(
  db: Executor,
  { id, format, options }: ImportRecord,
  onOther: (row: NoteRow | ColumnsRow) => void,
): ItemSource {
  let bytes = 0;
  const input = counted(readImportChunks(db, id), (size) => {
    bytes += size;
  });
  return { items: numbered(input), bytesRead: () => bytes };

  async function* numbered(chunks: Input): AsyncGenerator<Item, void, undefined> {
    const read = findFormat(format)?.read;
    if (read === undefined) throw new Error(`nothing reads the format ${format}`);
    let number = 0;
    for await (const row of read(chunks, readOptions(options))) {
      if (row.kind === 'note' || row.kind === 'columns') {
        onOther(row);
        continue;
      }
      number += 1;
      yield { number, row };
    }
  }
}

function readOptions({ encoding, columns }: ImportRecord['options']): ReadOptions {
  return { ...(encoding !== null && { encoding }), ...(columns !== null && { columns }) };
}

async function* counted(input: Input, onChunk: (size: number) => void): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of input) {
    onChunk(chunk.length);
    yield chunk;
  }
}
