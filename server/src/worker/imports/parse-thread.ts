import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { FormatError, type Input, type Place, type ReadOptions, type Row } from '../../formats/format.ts';
import { loadReader } from '../../formats/readers.ts';
import { type Failure, orFailure } from '../../queue/thread-failure.ts';
import { boundedRow, rowLength } from './bounded-row.ts';

/** Runs in a separate thread, so that parsing a file does not share time or memory with anything else. */
export interface ParseTask {
  format: string;
  options: ReadOptions;
  /** Processor time that the whole file may take. */
  maxCpuMs: number;
  port: MessagePort;
}

/** The thread asks for the next piece of the file, or hands over rows and waits until they are taken. */
export type FromThread = { kind: 'input' } | { kind: 'rows'; rows: Row[] };
/** A piece of the file, or null at its end; null also takes rows. */
export type ToThread = Uint8Array | null;

/** The result of a parser; `error` is null unless the file could not be read. */
export interface Parsed {
  error: { code: FormatError['code']; detail: string; place: Place } | null;
}

const MAX_ROWS = 250;
/** Characters. The main thread copies a message of this size in less than a millisecond. */
const MAX_LENGTH = 128 * 1024;

export function parseFile(task: ParseTask): Promise<Parsed | Failure> {
  return orFailure(async () => {
    try {
      await parse(task);
      return { error: null };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { error: { code: error.code, detail: error.message, place: error.place } };
    }
  });
}

async function parse({ format, options, maxCpuMs, port }: ParseTask): Promise<void> {
  const read = await loadReader(format);
  const replies = on(port, 'message', { close: ['close'] })[Symbol.asyncIterator]() as AsyncIterator<[ToThread]>;
  const ask = async (message: FromThread): Promise<ToThread> => {
    port.postMessage(message);
    const { done, value } = await replies.next();
    if (done === true) throw new Error('the import ended before its file was read');
    return value[0];
  };
  const onPiece = cpuLimit(maxCpuMs);
  let rows: Row[] = [];
  let length = 0;
  for await (const row of read(piecesFrom(ask), { ...options, onPiece })) {
    const bounded = boundedRow(row);
    rows.push(bounded);
    length += rowLength(bounded);
    if (rows.length < MAX_ROWS && length < MAX_LENGTH) continue;
    onPiece();
    await ask({ kind: 'rows', rows });
    [rows, length] = [[], 0];
  }
  if (rows.length > 0) await ask({ kind: 'rows', rows });
}

async function* piecesFrom(ask: (message: FromThread) => Promise<ToThread>): Input {
  for (;;) {
    const piece = await ask({ kind: 'input' });
    if (piece === null) return;
    yield piece;
  }
}

/** Measured in processor time of this thread, so that a busy machine rejects no file. */
function cpuLimit(maxMs: number): () => void {
  const started = cpuMs();
  return () => {
    if (cpuMs() - started <= maxMs) return;
    throw new FormatError(
      'too_complex',
      `Reading the file takes more than ${Math.round(maxMs / 1000)} s of processor time. Split it into several files.`,
    );
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
