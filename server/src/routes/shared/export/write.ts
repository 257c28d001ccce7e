import { type Question, readStoredQuestion } from '../../../domain/questions/question.ts';
import type { Losses, WriteOptions } from '../../../formats/format.ts';
import type { WrittenFormat } from '../../../formats/index.ts';
import { pauses } from '../../../formats/shared/pieces.ts';

/** Questions as lines of their stored JSON, in batches. */
export type Lines = AsyncIterable<string>;

/** Writes the file of a format. A line of JSONL is the stored text, so it is not parsed. */
export function writeExport(
  lines: Lines,
  format: WrittenFormat,
  losses: Losses,
  options: WriteOptions,
): AsyncIterable<string | Uint8Array> {
  return format.name === 'jsonl' ? lines : format.write(parseQuestions(lines), losses, options);
}

async function* parseQuestions(lines: Lines): AsyncGenerator<Question, void, undefined> {
  const pause = pauses();
  for await (const batch of lines) {
    for (const line of batch.split('\n')) {
      if (line === '') continue;
      yield readStoredQuestion(line);
      await pause();
    }
  }
}
