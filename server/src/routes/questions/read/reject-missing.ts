import { type Violation, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listMissingQuestions } from '../../../store/questions/bodies.ts';

/** Reports every id that belongs to no question; `place` is the pointer to the list of ids. */
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
