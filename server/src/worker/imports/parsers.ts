import { on } from 'node:events';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { FormatError, type Input, type ReadOptions, type Row } from '../../formats/format.ts';
import { startThreadPool } from '../../queue/thread-pool.ts';
import type { FromThread, Parsed, ParseTask, ToThread } from './parse-thread.ts';

/** Enough for a workbook of 200,000 questions. A thread that needs more ends, and the import fails. */
const MEMORY_MB = 128;
/**
 * Processor time for any file, and for each MiB of it. One MiB of a workbook, the most expensive format, has 40,000
 * questions and took 3.3 s on two processors shared by ten processes.
 */
const CPU_MS = 3000;
const CPU_MS_PER_MIB = 2500;
/** Processor time for a file in the slot for quick imports. */
const QUICK_CPU_MS = 1000;

interface FileToParse {
  format: string;
  options: ReadOptions;
  bytes: number;
  pieces: Input;
  /** A quick file fails with `too_complex` early. */
  slow: boolean;
}

export interface Parsers {
  /** The rows of a file, in batches. Stopping early, or the signal, ends the thread that reads it. */
  parse(file: FileToParse, signal: AbortSignal): AsyncGenerator<Row[], void, undefined>;
  close(): Promise<void>;
}

/** Starts threads that parse files of callers, one per running import. */
export function startParsers(most: number, onError: (error: unknown) => void): Parsers {
  const pool = startThreadPool({
    file: new URL(`./parse-thread${path.extname(import.meta.filename)}`, import.meta.url),
    data: {},
    least: 0,
    most,
    memoryMb: MEMORY_MB,
    onError,
  });

  async function* parse(file: FileToParse, signal: AbortSignal): AsyncGenerator<Row[], void, undefined> {
    const { port1: port, port2 } = new MessageChannel();
    const left = new AbortController();
    const { format, options } = file;
    const maxCpuMs = file.slow ? CPU_MS + (file.bytes / 2 ** 20) * CPU_MS_PER_MIB : QUICK_CPU_MS;
    const task: ParseTask = { format, options, maxCpuMs, port: port2 };
    const parsed = pool.run<Parsed>('parseFile', task, AbortSignal.any([signal, left.signal]), [port2]);
    // By then all rows have been taken. If only the thread closed the channel, this side would notice when it ends.
    const close = () => port.close();
    parsed.then(close, close);
    const pieces = file.pieces[Symbol.asyncIterator]();
    let ended = false;
    try {
      const messages = on(port, 'message', { close: ['close'] }) as AsyncIterableIterator<[FromThread]>;
      for await (const [message] of messages) {
        if (message.kind === 'input') {
          const { done, value } = await pieces.next();
          send(port, done === true ? null : value);
          continue;
        }
        send(port, null); // it parses the next rows while these are checked
        yield message.rows;
      }
      const { error } = await parsed.catch(translateFailure);
      ended = true;
      if (error !== null) throw new FormatError(error.code, error.detail, error.place);
    } finally {
      if (!ended) left.abort();
      port.close();
      await pieces.return?.(undefined);
    }
  }
  return { parse, close: () => pool.close() };
}

const send = (port: MessageChannel['port1'], message: ToThread) => port.postMessage(message);

/** A defect of a parser, which the next attempt would meet, too. */
export class ParserError extends Error {}

function translateFailure(error: unknown): never {
  const { name, code, message } = error as Error & { code?: unknown };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new FormatError(
      'too_complex',
      `Reading the file needs more than ${MEMORY_MB} MiB of memory. Split it into several files.`,
    );
  throw name === 'AbortError' ? error : new ParserError(`The file could not be parsed: ${message}`);
}
