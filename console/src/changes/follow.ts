import type { Change } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { setRunning } from './running.ts';

/** Follows a change until it ends or is canceled, and shows its progress. */
export async function followChange(begun: Change): Promise<Change> {
  try {
    return await quaestor.changes.wait(begun, { onProgress: setRunning });
  } finally {
    setRunning(undefined);
  }
}
