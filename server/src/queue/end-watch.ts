import type { Channel, Notices } from '../store/database/notices.ts';
import { repeat } from './repeat.ts';

interface EndWatch {
  /** Runs `work` with a signal that is aborted when the record of this id ends by other means. */
  during<Result>(id: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;

/** Listens for ended records, and polls for them in case a notice is lost. */
export function watchEnds(
  notices: Notices,
  channel: Channel,
  listEnded: (ids: readonly string[]) => Promise<string[]>,
  onError: (error: unknown) => void,
): EndWatch {
  const running = new Map<string, Set<AbortController>>();
  const end = (id: string) => {
    for (const controller of running.get(id) ?? []) controller.abort();
  };
  const unsubscribe = notices.subscribe(channel, end);
  const look = async () => {
    if (running.size === 0) return;
    for (const id of await listEnded([...running.keys()])) end(id);
  };
  const looking = repeat(LOOK_EVERY_MS, look, onError);
  return {
    during: async (id, work) => {
      const controller = new AbortController();
      const working = running.get(id) ?? new Set();
      running.set(id, working.add(controller));
      try {
        return await work(controller.signal);
      } finally {
        working.delete(controller);
        if (working.size === 0) running.delete(id);
      }
    },
    stop: async () => {
      unsubscribe();
      await looking.stop();
    },
  };
}
