import type { Change } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { setRunning } from './running.ts';

const LOOK_EVERY_MS = 400;

/** Follows a change until it ends or is canceled, and shows its progress. */
export async function followChange(begun: Change): Promise<Change> {
  let change = begun;
  try {
    while (change.status === 'queued' || change.status === 'running') {
      setRunning(change);
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_EVERY_MS);
      });
      change = await quaestor.changes.get(change.id);
    }
    return change;
  } finally {
    setRunning(undefined);
  }
}
