import { type CategoryCatalogue, isOpen } from '../../domain/categories.ts';
import type { ChangeMember } from '../../domain/changes/change.ts';
import { type ConflictReason, type QuestionState, type Reversal, reverseMember } from '../../domain/changes/revert.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { prepareQuestion } from '../../domain/questions/prepared-question.ts';
import { changedFields } from '../../domain/questions/question.ts';
import { RESTORABLE_MS } from '../../domain/questions/restorable.ts';
import { mapInSlices } from '../../limits/slices.ts';
import type { Conflict } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { type CurrentMember, listMemberStates } from '../../store/questions/member-states.ts';
import { listTakenExternalIds, type StoredQuestion } from '../../store/questions/questions.ts';
import type { ChangedQuestion } from '../../store/questions/updates.ts';

export interface Plan {
  actor: string;
  now: Date;
  categories: CategoryCatalogue;
  /** Whether fields that were changed since are reverted too. */
  includeChanged: boolean;
}

type Outcome = { changed: ChangedQuestion } | { conflict: Conflict } | 'nothing';

type Current = ReadonlyMap<string, CurrentMember>;

interface Planned {
  changed: ChangedQuestion[];
  conflicts: Conflict[];
}

/** What a revert does to each member, and which it leaves alone. Writes nothing. */
export async function planReverts(
  db: Executor,
  group: readonly ChangeMember[],
  current: Current,
  plan: Plan,
): Promise<Planned> {
  const states = await listMemberStates(db, group);
  const outcomes = await mapInSlices(group, ({ id }, index): Outcome => {
    const row = current.get(id)?.question;
    const { former, made } = states[index] ?? {};
    const reversal = reverseMember({ former, made, now: row && stateOf(row, plan.now) }, plan.includeChanged);
    return applyReversal(id, row, reversal, plan);
  });
  const settled = await settleExternalIds(db, outcomes, current);
  return {
    changed: settled.flatMap((outcome) =>
      typeof outcome === 'object' && 'changed' in outcome ? [outcome.changed] : [],
    ),
    conflicts: settled.flatMap((outcome) => {
      if (typeof outcome === 'string' || !('conflict' in outcome)) return [];
      const changed_by = current.get(outcome.conflict.question_id)?.change_id ?? null;
      return [{ ...outcome.conflict, changed_by }];
    }),
  };
}

/** A question that was deleted too long ago to be restored counts as gone. */
function stateOf({ deleted_at, ...content }: StoredQuestion, now: Date): QuestionState | undefined {
  if (deleted_at !== null && now.getTime() - deleted_at.getTime() > RESTORABLE_MS) return undefined;
  return { ...content, deleted: deleted_at !== null };
}

function conflictOf(question_id: string, reason: ConflictReason, fields: readonly string[] = []): Outcome {
  return { conflict: { question_id, reason, fields } };
}

function applyReversal(id: string, row: StoredQuestion | undefined, reversal: Reversal, plan: Plan): Outcome {
  if (reversal.act === 'nothing') return 'nothing';
  if (reversal.act === 'conflict') return conflictOf(id, reversal.reason, reversal.fields);
  if (row === undefined) return conflictOf(id, 'purged');
  const { actor, now, categories } = plan;
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
export function regainsExternalId({ question }: ChangedQuestion, current: Current): boolean {
  const row = current.get(question.id)?.question;
  const had = row?.deleted_at === null ? row.external_id : null;
  return question.deleted_at === null && question.external_id !== null && question.external_id !== had;
}

/** An external id that a question would regain may belong to another one by now. */
async function settleExternalIds(db: Executor, outcomes: readonly Outcome[], current: Current): Promise<Outcome[]> {
  const regained = outcomes.map((outcome) => {
    if (typeof outcome === 'string' || !('changed' in outcome)) return null;
    return regainsExternalId(outcome.changed, current) ? outcome.changed.question.external_id : null;
  });
  const wanted = regained.filter((externalId) => externalId !== null);
  if (wanted.length === 0) return [...outcomes];
  const taken = new Set(await listTakenExternalIds(db, wanted));
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
  current: Current,
): string[] {
  return outcomes.flatMap((outcome, index) => {
    if (typeof outcome === 'string' || !('changed' in outcome) || regained[index] !== null) return [];
    const { question } = outcome.changed;
    const row = current.get(question.id)?.question;
    if (row === undefined || row.deleted_at !== null || row.external_id === null) return [];
    return question.deleted_at === null && question.external_id === row.external_id ? [] : [row.external_id];
  });
}
