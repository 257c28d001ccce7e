import { useSyncExternalStore } from 'react';
import type { Change } from '../../../client/src/index.ts';

/** A bulk change that is running or being reverted. */
export interface Running {
  change: Change;
  /** The time of its last progress. */
  movedAt: number;
}

const listeners = new Set<() => void>();
let running: Running | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setRunning(change: Change | undefined): void {
  const hasMoved = change?.progress?.completed !== running?.change.progress?.completed;
  running = change && { change, movedAt: hasMoved ? Date.now() : (running?.movedAt ?? Date.now()) };
  for (const listener of listeners) listener();
}

export function useRunning(): Running | undefined {
  return useSyncExternalStore(subscribe, () => running);
}
