import type { Input, NoteRow, ReadOptions, Row } from '../format.ts';
import { TextInput } from '../shared/decode.ts';
import { readLines } from '../shared/lines.ts';
import { Lines } from './lines.ts';

/**
 * Reads questions as people write them in a word processor: numbered questions, options from a) on, and the right one
 * marked, named in a line "Answer: B", or named in a key at the end.
 */
export async function* readPasted(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const text = new TextInput(input, options);
  const lines = new Lines();
  let found = false;
  const count = (rows: readonly Row[]): readonly Row[] => {
    found ||= rows.some(({ kind }) => kind !== 'note');
    return rows;
  };
  for await (const batch of readLines(text)) {
    for (const line of batch) yield* count(lines.push(line));
  }
  yield* count(lines.end());
  const note: NoteRow | undefined = text.note();
  if (note !== undefined) yield note;
  if (!found) yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The text has no questions.', value: '' };
}
