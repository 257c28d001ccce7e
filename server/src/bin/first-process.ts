import { constants } from 'node:os';

/**
 * In a container, the kernel ignores signals that the first process does not handle; any other process would end. So
 * this handler ends the process on signals that nothing else handles: while a program is still loading, and in tasks
 * such as `migrate`. No zombies need reaping, because no program leaves foreign children behind.
 */
export function endLikeOthers(): void {
  if (process.pid !== 1) return;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
