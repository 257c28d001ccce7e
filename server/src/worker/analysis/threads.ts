import path from 'node:path';
import { startThreadPool, type ThreadPoolOptions } from '../../queue/thread-pool.ts';
import type { Mapped, MapTask, Merged, MergeTask, ThreadData } from './thread.ts';

export interface Threads {
  map(task: MapTask, signal: AbortSignal): Promise<Mapped>;
  merge(task: MergeTask, signal: AbortSignal): Promise<Merged>;
  close(): Promise<void>;
}

export function startThreads(data: ThreadData, options: Omit<ThreadPoolOptions, 'file' | 'data'>): Threads {
  const pool = startThreadPool({
    ...options,
    file: new URL(`./thread${path.extname(import.meta.filename)}`, import.meta.url),
    data,
  });
  return {
    map: (task, signal) => pool.run<Mapped>('mapShard', task, signal),
    merge: (task, signal) => pool.run<Merged>('mergeShards', task, signal),
    close: () => pool.close(),
  };
}
