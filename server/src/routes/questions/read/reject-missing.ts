import { type Violation, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listMissingQuestions } from '../../../store/questions/bodies.ts';

/** Names every id that no question has; `place` is the pointer to their list. */
export async function rejectMissingQuestions(tx: Executor, ids: readonly string[], place: string): Promise<void> {
  const missing = new Set(await listMissingQuestions(tx, ids));
  if (missing.size === 0) return;
  const violations = ids.flatMap((id, index): Violation[] =>
    missing.has(id)
      ? [{ code: 'resource_missing', detail: `No question has the id "${id}".`, pointer: `${place}/${index}` }]
      : [],
  );
  throw violationError(violations);
}
