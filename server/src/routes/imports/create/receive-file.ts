import { createHash } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import { guessFormat } from '../../../formats/guess.ts';
import type { Executor } from '../../../store/database/database.ts';
import { appendImportChunk } from '../../../store/imports/chunks.ts';
import { READABLE } from '../schema.ts';

/** The database stores pieces of this size, so that no more of a file is held in memory. */
export const CHUNK_BYTES = 256 * 1024;

interface FileFacts {
  format: string | undefined;
  fileName: string | undefined;
  contentType: string | undefined;
  maxBytes: number;
  /** Called with the bytes so far, after each piece. */
  onStored: (bytes: number) => Promise<void>;
}

export interface ReceivedFile {
  format: string;
  bytes: number;
  sha256: Buffer;
}

/** Stores a file while it arrives. The sender has to wait for the database, not the other way round. */
export async function receiveFile(
  db: Executor,
  importId: string,
  body: AsyncIterable<Uint8Array> | undefined,
  { format, fileName, contentType, maxBytes, onStored }: FileFacts,
): Promise<ReceivedFile> {
  const digest = createHash('sha256');
  let [found, bytes, number] = [format, 0, 0];
  for await (const chunk of chunksOf(body ?? NO_BODY)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    found ??= guessFormat(chunk, fileName, contentType);
    if (found === undefined) throw unknownFormat();
    digest.update(chunk);
    await appendImportChunk(db, importId, number, chunk);
    number += 1;
    await onStored(bytes);
  }
  if (found === undefined || bytes === 0) throw new AppError('empty_file');
  return { format: found, bytes, sha256: digest.digest() };
}

const NO_BODY: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};

/** Cuts pieces of any size into pieces of one size. */
async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + CHUNK_BYTES - size);
      waiting.push(part);
      size += part.length;
      from += part.length;
      if (size < CHUNK_BYTES) continue;
      yield Buffer.concat(waiting);
      [waiting, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', {
    detail: `The file has more than ${maxBytes / 2 ** 20} MiB, which is the limit of an import. Split it into several files.`,
  });
}

function unknownFormat(): AppError {
  return new AppError('unknown_format', {
    detail: `The format of the file could not be guessed. Name it with \`format\`: ${READABLE.join(', ')}.`,
  });
}
