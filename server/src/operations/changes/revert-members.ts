import { type CategoryCatalogue, isOpen } from '../../domain/categories.ts';
import type { ChangeMember } from '../../domain/changes/change.ts';
import { type ConflictReason, type QuestionState, type Reversal, reverseMember } from '../../domain/changes/revert.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { prepareQuestion } from '../../domain/questions/prepared-question.ts';
import { changedFields } from '../../domain/questions/question.ts';
import { RESTORABLE_MS } from '../../domain/questions/restorable.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { appendChunk, type Conflict } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { listMemberStates, listMembersForUpdate } from '../../store/questions/member-states.ts';
import { listTakenExternalIds, type StoredQuestion } from '../../store/questions/questions.ts';
import { type ChangedQuestion, updateManyQuestions } from '../../store/questions/updates.ts';
import { deleteOldVersions } from '../../store/questions/versions.ts';

interface Revert {
  /** The id of the revert, which is itself a change. */
  change_id: string;
  actor: string;
  now: Date;
  categories: CategoryCatalogue;
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
const MEMBERS_AT_ONCE = 200;

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

type Outcome = { changed: ChangedQuestion } | { conflict: Conflict } | 'nothing';

async function revertGroup(tx: Executor, group: readonly ChangeMember[], revert: Revert): Promise<Reverted> {
  const current = await listMembersForUpdate(
    tx,
    group.map(({ id }) => id),
  );
  const states = await listMemberStates(tx, group);
  const outcomes = await mapInSlices(group, ({ id }, index): Outcome => {
    const row = current.get(id);
    const reversal = reverseMember({
      former: states[index]?.former,
      made: states[index]?.made,
      now: row && stateOf(row, revert.now),
    });
    return applyReversal(id, row, reversal, revert);
  });
  const settled = await settleExternalIds(tx, outcomes, current);
  const written = settled.flatMap((outcome) =>
    typeof outcome === 'object' && 'changed' in outcome ? [outcome.changed] : [],
  );
  const conflicts = settled.flatMap((outcome) =>
    typeof outcome === 'object' && 'conflict' in outcome ? [outcome.conflict] : [],
  );
  if (written.some(({ question }) => question.deleted_at !== null)) revert.onDelete?.();
  // Questions that regain an external id are written last: another question of the group may have to release it first.
  const [first, last] = [false, true].map((regains) =>
    written.filter((one) => regainsExternalId(one, current) === regains),
  );
  for (const part of [first, last])
    await updateManyQuestions(tx, part ?? [], revert.categories, { change_id: revert.change_id, kind: null });
  return { written, conflicts, unchanged: group.length - written.length - conflicts.length };
}

/** A question that was deleted too long ago to be restored counts as gone. */
function stateOf({ deleted_at, ...content }: StoredQuestion, now: Date): QuestionState | undefined {
  if (deleted_at !== null && now.getTime() - deleted_at.getTime() > RESTORABLE_MS) return undefined;
  return { ...content, deleted: deleted_at !== null };
}

function conflictOf(question_id: string, reason: ConflictReason, fields: readonly string[] = []): Outcome {
  return { conflict: { question_id, reason, fields } };
}

function applyReversal(id: string, row: StoredQuestion | undefined, reversal: Reversal, revert: Revert): Outcome {
  if (reversal.act === 'nothing') return 'nothing';
  if (reversal.act === 'conflict') return conflictOf(id, reversal.reason, reversal.fields);
  if (row === undefined) return conflictOf(id, 'purged');
  const { actor, now, categories } = revert;
  const next = nextVersion(row, actor, now);
  if (reversal.act === 'delete')
    return { changed: { ...prepareQuestion({ ...next, deleted_at: next.updated_at }), changed: [] } };
  if (reversal.act === 'restore') {
    // The category may have been merged into another one since.
    const category = categories.successorOf(categories.require(row.category)).name;
    const restored = { ...next, category, deleted_at: null };
    return { changed: { ...prepareQuestion(restored), changed: changedFields(row, restored), restored: true } };
  }
  const content = { ...next, ...reversal.content };
  if (reversal.content.category !== undefined) {
    const category = categories.find(reversal.content.category);
    if (category === undefined || !isOpen(category)) return conflictOf(id, 'category_closed', ['category']);
    content.category = category.name;
  }
  const changed = changedFields(row, content);
  return changed.length === 0 ? 'nothing' : { changed: { ...prepareQuestion(content), changed } };
}

/** Whether the write gives the question an external id that it does not have now. */
function regainsExternalId({ question }: ChangedQuestion, current: ReadonlyMap<string, StoredQuestion>): boolean {
  const row = current.get(question.id);
  const had = row?.deleted_at === null ? row.external_id : null;
  return question.deleted_at === null && question.external_id !== null && question.external_id !== had;
}

/** An external id that a question would regain may belong to another one by now. */
async function settleExternalIds(
  tx: Executor,
  outcomes: readonly Outcome[],
  current: ReadonlyMap<string, StoredQuestion>,
): Promise<Outcome[]> {
  const regained = outcomes.map((outcome) => {
    if (typeof outcome === 'string' || !('changed' in outcome)) return null;
    return regainsExternalId(outcome.changed, current) ? outcome.changed.question.external_id : null;
  });
  const wanted = regained.filter((externalId) => externalId !== null);
  if (wanted.length === 0) return [...outcomes];
  const taken = new Set(await listTakenExternalIds(tx, wanted));
  for (const externalId of releasedExternalIds(outcomes, regained, current)) taken.delete(externalId);
  return outcomes.map((outcome, index) => {
    const externalId = regained[index] ?? null;
    if (externalId === null || typeof outcome === 'string' || !('changed' in outcome)) return outcome;
    if (taken.has(externalId)) return conflictOf(outcome.changed.question.id, 'external_id_taken', ['external_id']);
    taken.add(externalId);
    return outcome;
  });
}

/** The external ids that questions of the group release. */
function releasedExternalIds(
  outcomes: readonly Outcome[],
  regained: readonly (string | null)[],
  current: ReadonlyMap<string, StoredQuestion>,
): string[] {
  return outcomes.flatMap((outcome, index) => {
    if (typeof outcome === 'string' || !('changed' in outcome) || regained[index] !== null) return [];
    const { question } = outcome.changed;
    const row = current.get(question.id);
    if (row === undefined || row.deleted_at !== null || row.external_id === null) return [];
    return question.deleted_at === null && question.external_id === row.external_id ? [] : [row.external_id];
  });
}
