import type { Notices } from '../../store/notices.ts';
import { repeat } from '../repeat.ts';

export interface EndWatch {
  /** Runs `work` with a signal that is given when the analysis ends by other means: canceled, failed or deleted. */
  during<Result>(analysisId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;

/** Hears of ended analyses, and looks for them in case it has not heard. */
export function watchEnds(
  notices: Notices,
  listEnded: (ids: readonly string[]) => Promise<string[]>,
  onError: (error: unknown) => void,
): EndWatch {
  const running = new Map<string, Set<AbortController>>();
  const end = (id: string) => {
    for (const controller of running.get(id) ?? []) controller.abort();
  };
  const forget = notices.hear(end);
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
      forget();
      await looking.stop();
    },
  };
}
