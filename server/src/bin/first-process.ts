import { constants } from 'node:os';

/**
 * The kernel ignores signals that the first process of a container does not handle, where any other process would end.
 * So a signal that nothing else handles ends the process here: while a program is still loading, and in tasks such as
 * `migrate`. Nothing is left to reap: no program leaves children behind that are not its own.
 */
export function endLikeOthers(): void {
  if (process.pid !== 1) return;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
