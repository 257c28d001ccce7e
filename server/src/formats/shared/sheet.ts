import { readCsv } from '../csv/csv.ts';
import type { Input, ReadOptions, Row } from '../format.ts';
import { readXlsx } from '../xlsx/xlsx.ts';

/** Reads a workbook or a text with separators, as games provide both. */
export async function* readSheet(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const chunks = input[Symbol.asyncIterator]();
  let first = await chunks.next();
  while (first.done !== true && first.value.length === 0) first = await chunks.next();
  async function* all() {
    if (first.done !== true) yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const isZip = first.done !== true && first.value[0] === 0x50 && first.value[1] === 0x4b;
  yield* isZip ? readXlsx(all(), options) : readCsv(all(), options);
}
