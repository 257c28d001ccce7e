import type { Deps } from '../../deps.ts';
import { type ContentField, mergedContent } from '../../domain/questions/merge.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { changedFields, renderQuestion } from '../../domain/questions/question.ts';
import { insertChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { insertQuestionMerge } from '../../store/questions/merges.ts';
import { type StoredQuestion, updateQuestion } from '../../store/questions/questions.ts';
import { recordHistory } from './history.ts';
import { questionEvent } from './question-event.ts';
import type { CurrentQuestion } from './write-version.ts';

/** Merges a locked question into another one: takes fields of it, and deletes it. Both are one change. */
export async function mergeQuestions(
  deps: Deps,
  tx: Executor,
  { survivor, other, take }: { survivor: StoredQuestion; other: StoredQuestion; take: readonly ContentField[] },
  actor: string,
): Promise<CurrentQuestion & { change_id: string }> {
  const [now, change_id] = [deps.now(), deps.newId()];
  const change = { change_id, kind: null };
  const categories = await deps.categories.including(other.category);
  // The other question is deleted first, so that the remaining one can take its external id.
  const next = nextVersion(other, actor, now);
  const removed = { ...next, deleted_at: next.updated_at };
  const written = [await updateQuestion(tx, removed, categories, change)];
  const events = [questionEvent('question.deleted', removed, { actor, change_id })];
  const content = mergedContent(survivor, other, take);
  content.category = categories.successorOf(categories.require(content.category)).name;
  const changed = take.length === 0 ? [] : changedFields(survivor, content);
  let merged: CurrentQuestion = { question: survivor, body: renderQuestion(survivor) };
  if (changed.length > 0) {
    const question = nextVersion({ ...survivor, ...content }, actor, now);
    merged = { ...(await updateQuestion(tx, question, categories, change)), question };
    written.push(merged);
    events.push(questionEvent('question.updated', question, { actor, change_id, changed }));
  }
  await appendEvents(tx, events);
  await insertQuestionMerge(
    tx,
    { question_id: removed.id, version: removed.version, merged_into: survivor.id, change_id },
    merged.question.version,
  );
  await insertChange(
    tx,
    { id: change_id, kind: 'merge', actor },
    written.map(({ question }) => question),
  );
  await recordHistory(deps, tx, actor, written);
  return { ...merged, change_id };
}
