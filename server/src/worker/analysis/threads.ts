import { Piscina } from 'piscina';
import type { Failure, Mapped, MapTask, Merged, MergeTask, ThreadData } from './thread.ts';

export interface Threads {
  map(task: MapTask, signal: AbortSignal): Promise<Mapped>;
  merge(task: MergeTask, signal: AbortSignal): Promise<Merged>;
  close(): Promise<void>;
}

const FILE = new URL('./thread.ts', import.meta.url).href;
/** A thread without work ends after this long and gives its memory back: some 250 MB, which the gathering of a run may need. */
const IDLE_MS = 3000;
/** Less than the hour after which the queue gives a step to another worker. */
const MAX_STEP_MS = 45 * 60 * 1000;

/** The code of an error for a step that took too long. */
export const STEP_TIMEOUT = 'analysis_step_timeout';

export interface ThreadsOptions {
  least: number;
  most: number;
  /** JavaScript's own memory of each; one that needs more ends, and the others go on. */
  memoryMb: number;
  onError: (error: unknown) => void;
}

/** Threads for computation: the event loop of the process stays free for heartbeats and, on a laptop, for requests. */
export function startThreads(data: ThreadData, { least, most, memoryMb, onError }: ThreadsOptions): Threads {
  const pool = new Piscina({
    filename: FILE,
    workerData: data,
    minThreads: least,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // Of a thread without a task; unheard, the event would end the process.
  pool.on('error', onError);
  const run = async <Result extends object>(name: string, task: object, signal: AbortSignal): Promise<Result> => {
    const tooLong = AbortSignal.timeout(MAX_STEP_MS);
    const outcome = await pool
      .run(task, { name, signal: AbortSignal.any([signal, tooLong]) })
      .catch((error: unknown) => {
        if (!tooLong.aborted || signal.aborted) throw error;
        throw Object.assign(new Error('It took longer than 45 minutes.'), { code: STEP_TIMEOUT });
      });
    if (!('failure' in (outcome as Result | Failure))) return outcome as Result;
    const { message, code } = (outcome as Failure).failure;
    throw Object.assign(new Error(message), { code });
  };
  return {
    map: (task, signal) => run<Mapped>('mapShard', task, signal),
    merge: (task, signal) => run<Merged>('mergeShards', task, signal),
    close: () => pool.destroy(),
  };
}
