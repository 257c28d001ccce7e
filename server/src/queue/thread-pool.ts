import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Failure, STEP_TIMEOUT } from './thread-failure.ts';

/** An idle thread ends after this time and frees its memory: about 200 MB, which another step may need. */
const IDLE_MS = 3000;
/** Less than the hour after which the queue hands a job to another worker. */
const MAX_STEP_MS = 45 * 60 * 1000;

/**
 * The young generation of each thread: 16 MB to fill, as much to move to, and large objects. V8 would use up to 64 and
 * keep them; a shard took no longer with 16 (5.3 to 6.6 s of processor time for 200,000 questions with either, 290 MB
 * instead of 400).
 */
const YOUNG_MB = 48;

export interface ThreadPoolOptions {
  /** The module that each thread runs; `run` names its exported functions, which must use `orFailure`. */
  file: URL;
  /** Passed to every thread. */
  data: object;
  least: number;
  most: number;
  /** The JavaScript heap of each thread; a thread that exceeds it ends, and the others continue. */
  memoryMb: number;
  onError: (error: unknown) => void;
}

interface ThreadPool {
  /** Ownership of the objects in `transfer` passes to the thread. */
  run<Result extends object>(
    name: string,
    task: object,
    signal: AbortSignal,
    transfer?: readonly Transferable[],
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Threads for computation: the event loop of the process stays free for heartbeats and, on a laptop, for requests. */
export function startThreadPool({ file, data, least, most, memoryMb, onError }: ThreadPoolOptions): ThreadPool {
  const pool = new Piscina({
    filename: file.href,
    workerData: data,
    minThreads: least,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  // Errors of a thread without a task; without a listener the event would end the process.
  pool.on('error', onError);
  return {
    run: async <Result extends object>(
      name: string,
      task: object,
      signal: AbortSignal,
      transfer: readonly Transferable[] = [],
    ) => {
      const tooLong = AbortSignal.timeout(MAX_STEP_MS);
      const outcome = await pool
        .run(task, { name, signal: AbortSignal.any([signal, tooLong]), transferList: [...transfer] })
        .catch((error: unknown) => {
          if (!tooLong.aborted || signal.aborted) throw error;
          throw Object.assign(new Error('It took longer than 45 minutes.'), { code: STEP_TIMEOUT });
        });
      if (!('failure' in (outcome as Result | Failure))) return outcome as Result;
      const { message, code } = (outcome as Failure).failure;
      throw Object.assign(new Error(message), { code });
    },
    close: () => pool.destroy(),
  };
}
