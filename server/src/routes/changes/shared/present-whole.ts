import { findBulkChange } from '../../../store/bulk/bulk-changes.ts';
import type { ChangeRecord } from '../../../store/changes/changes.ts';
import type { Executor } from '../../../store/database/database.ts';
import { presentChange } from './present.ts';

/** A single change; for a bulk change also its request and its outcome. */
export async function presentWhole(db: Executor, change: ChangeRecord): Promise<object> {
  const presented = presentChange(change);
  const bulk = change.kind === 'bulk' ? await findBulkChange(db, change.id) : undefined;
  if (bulk === undefined) return presented;
  const { filter, work, matched, changed, unchanged, skipped, skips } = bulk;
  const { completed = 0 } = presented.progress ?? {};
  return {
    ...presented,
    // The total is known before the job begins.
    progress: { completed: Math.max(completed, changed + unchanged + skipped), total: matched },
    bulk: { filter, ...work, matched, changed, unchanged, skipped, skips },
  };
}
