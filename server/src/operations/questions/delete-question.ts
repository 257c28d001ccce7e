import type { Deps } from '../../deps.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import type { Executor } from '../../store/database/database.ts';
import type { StoredQuestion } from '../../store/questions/questions.ts';
import { type CurrentQuestion, writeVersion } from './write-version.ts';

/** Deletes a locked question; it can be restored for 30 days. */
export async function deleteStoredQuestion(
  deps: Deps,
  tx: Executor,
  current: StoredQuestion,
  actor: string,
): Promise<CurrentQuestion> {
  const next = nextVersion(current, actor, deps.now());
  const question = { ...next, deleted_at: next.updated_at };
  const categories = await deps.categories.including(current.category);
  return writeVersion(deps, tx, { kind: 'delete', question }, categories);
}
