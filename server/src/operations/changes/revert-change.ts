import type { Deps } from '../../deps.ts';
import { CategoryCatalogue } from '../../domain/categories.ts';
import { listCategories } from '../../store/categories/categories.ts';
import { AFTER_ALL_CHUNKS, findChunkBefore } from '../../store/changes/chunks.ts';
import type { Executor } from '../../store/database/database.ts';
import { moveBackMerged } from '../../store/questions/merges.ts';
import { chargeHistory } from '../questions/history.ts';
import { type Reverted, revertMembers } from './revert-members.ts';

interface Revert {
  /** The change to revert. */
  id: string;
  /** The id of the revert, which is itself a change. */
  revertId: string;
  actor: string;
  includeChanged: boolean;
  /** Called before anything is deleted. */
  onDelete: () => void;
}

/** Reverts a small change within one transaction, its last chunk first. */
export async function revertChangeAtOnce(
  deps: Deps,
  tx: Executor,
  { id, revertId, actor, includeChanged, onDelete }: Revert,
): Promise<Reverted> {
  const categories = new CategoryCatalogue(await listCategories(tx)); // the transaction may have added one
  const all: Reverted = { written: [], conflicts: [], unchanged: 0 };
  for (let before = AFTER_ALL_CHUNKS; ; ) {
    const chunk = await findChunkBefore(tx, id, before);
    if (chunk === undefined) break;
    const now = deps.now();
    const plan = { actor, now, categories, includeChanged };
    const reverted = await revertMembers(tx, chunk.members, { change_id: revertId, ...plan, onDelete });
    all.written.push(...reverted.written);
    all.conflicts.push(...reverted.conflicts);
    all.unchanged += reverted.unchanged;
    before = chunk.number;
  }
  const restored = all.written.find((written) => written.restored === true);
  if (restored !== undefined) await moveBackMerged(tx, id, restored.question);
  await chargeHistory(deps, tx, actor, all.written);
  return all;
}
