import { setTimeout as wait } from 'node:timers/promises';

/** Runs a task again and again, never twice at once; `stop` waits for the current run. */
export function repeat(
  everyMs: number,
  task: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await task(stopping.signal).catch(onError);
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = loop();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
