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
const MEMORY_MB = 2048;

/** Threads for computation: the event loop of the process stays free for heartbeats and, on a laptop, for requests. */
export function startThreads(data: ThreadData, count: { least: number; most: number }): Threads {
  const pool = new Piscina({
    filename: FILE,
    workerData: data,
    minThreads: count.least,
    maxThreads: count.most,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const run = async <Result extends object>(name: string, task: object, signal: AbortSignal): Promise<Result> => {
    const outcome = (await pool.run(task, { name, signal })) as Result | Failure;
    if (!('failure' in outcome)) return outcome;
    throw Object.assign(new Error(outcome.failure.message), { code: outcome.failure.code });
  };
  return {
    map: (task, signal) => run<Mapped>('mapShard', task, signal),
    merge: (task, signal) => run<Merged>('mergeShards', task, signal),
    close: () => pool.destroy(),
  };
}
