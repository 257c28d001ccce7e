import type { ChangeMember } from '../../domain/changes/change.ts';
import { appendChunk, type Conflict } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { listMembers } from '../../store/questions/member-states.ts';
import { type ChangedQuestion, updateManyQuestions } from '../../store/questions/updates.ts';
import { deleteOldVersions } from '../../store/questions/versions.ts';
import { type Plan, planReverts, regainsExternalId } from './plan-reverts.ts';

interface Revert extends Plan {
  /** The id of the revert, which is itself a change. */
  change_id: string;
  /** Called before anything is deleted. */
  onDelete?: () => void;
}

export interface Reverted {
  written: ChangedQuestion[];
  conflicts: Conflict[];
  /** Members that had nothing to revert. */
  unchanged: number;
}

/** A question has up to 64 KB, and three versions of each are read. */
export const MEMBERS_AT_ONCE = 200;

/** Reverts members of a change, each question once at most, and adds what it wrote and its conflicts to the revert. */
export async function revertMembers(tx: Executor, members: readonly ChangeMember[], revert: Revert): Promise<Reverted> {
  const ordered = [...members].sort((left, right) => (left.id < right.id ? -1 : 1));
  const all: Reverted = { written: [], conflicts: [], unchanged: 0 };
  for (let from = 0; from < ordered.length; from += MEMBERS_AT_ONCE) {
    const { written, conflicts, unchanged } = await revertGroup(
      tx,
      ordered.slice(from, from + MEMBERS_AT_ONCE),
      revert,
    );
    all.written.push(...written);
    all.conflicts.push(...conflicts);
    all.unchanged += unchanged;
  }
  const written = all.written.map(({ question }) => question);
  await appendChunk(tx, revert.change_id, written, all.conflicts);
  await deleteOldVersions(tx, all.written);
  return all;
}

async function revertGroup(tx: Executor, group: readonly ChangeMember[], revert: Revert): Promise<Reverted> {
  const ids = group.map(({ id }) => id);
  const current = await listMembers(tx, ids, { lock: true });
  const { changed: written, conflicts } = await planReverts(tx, group, current, revert);
  if (written.some(({ question }) => question.deleted_at !== null)) revert.onDelete?.();
  // Questions that regain an external id are written last: another question of the group may have to release it first.
  const [first, last] = [false, true].map((regains) =>
    written.filter((one) => regainsExternalId(one, current) === regains),
  );
  for (const part of [first, last])
    await updateManyQuestions(tx, part ?? [], revert.categories, { change_id: revert.change_id, kind: null });
  return { written, conflicts, unchanged: group.length - written.length - conflicts.length };
}
