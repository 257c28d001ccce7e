import type { Deps } from '../../deps.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { changedFields } from '../../domain/questions/question.ts';
import type { Executor } from '../../store/database/database.ts';
import type { StoredQuestion } from '../../store/questions/questions.ts';
import { type CurrentQuestion, writeVersion } from './write-version.ts';

/** Restores a locked question that was deleted. Its category may have been merged into another one since. */
export async function restoreStoredQuestion(
  deps: Deps,
  tx: Executor,
  current: StoredQuestion,
  actor: string,
): Promise<CurrentQuestion> {
  const categories = await deps.categories.including(current.category);
  const category = categories.successorOf(categories.require(current.category)).name;
  const question = nextVersion({ ...current, category, deleted_at: null }, actor, deps.now());
  return writeVersion(deps, tx, { kind: 'restore', question, changed: changedFields(current, question) }, categories);
}
