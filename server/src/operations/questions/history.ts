import type { Deps } from '../../deps.ts';
import type { Executor } from '../../store/database/database.ts';
import { deleteOldVersions } from '../../store/questions/versions.ts';
import { chargeStorage } from '../quotas/storage.ts';

/** A question in its new version; the previous one is now in the history. */
interface Versioned {
  question: { id: string; version: number };
  body: string;
}

/**
 * Charges the author for the versions that a write added to the history, and deletes those that are too old. Call it
 * last.
 */
export async function recordHistory(
  deps: Deps,
  tx: Executor,
  actor: string,
  written: readonly Versioned[],
): Promise<void> {
  await deleteOldVersions(tx, written);
  await chargeHistory(deps, tx, actor, written);
}

/** Only charges, for work that deletes old versions by itself. */
export async function chargeHistory(
  { config }: Deps,
  tx: Executor,
  actor: string,
  written: readonly Versioned[],
): Promise<void> {
  if (written.length === 0) return;
  const bytes = written.reduce((total, { body }) => total + Buffer.byteLength(body), 0);
  await chargeStorage(tx, actor, bytes, config.dailyStorageMb, written.length);
}
