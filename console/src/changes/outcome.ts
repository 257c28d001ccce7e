import { useSyncExternalStore } from 'react';
import type { components } from '../../../client/src/index.ts';

export type Left = Pick<components['schemas']['ChangeConflict'], 'question_id' | 'reason'>;

/** An outcome that needs more than one line. */
export type Outcome =
  | { kind: 'failed'; error: unknown }
  | { kind: 'moved'; id: string }
  | { kind: 'conflicts'; left: readonly Left[]; count: number };

const listeners = new Set<() => void>();
let outcome: Outcome | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showOutcome(next: Outcome | undefined): void {
  outcome = next;
  for (const listener of listeners) listener();
}

export function useOutcome(): Outcome | undefined {
  return useSyncExternalStore(subscribe, () => outcome);
}
