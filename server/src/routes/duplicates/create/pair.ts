import { violationError } from '../../../errors.ts';
import { requireQuota } from '../../../operations/quotas/require-quota.ts';
import type { Executor } from '../../../store/database/database.ts';
import {
  type Dismissal,
  findDismissalOf,
  insertDismissal,
  type QuestionPair,
} from '../../../store/duplicates/dismissals.ts';
import { rejectMissingQuestions } from '../../questions/read/reject-missing.ts';

/** The schema rejects equal texts, but not two spellings of one id. */
export function readPair(ids: readonly string[]): QuestionPair {
  const [one = '', two = ''] = ids;
  if (one === two) {
    const detail = 'question_ids names one question twice.';
    throw violationError([{ code: 'invalid_format', detail, pointer: '#/question_ids' }]);
  }
  return one < two ? [one, two] : [two, one];
}

/** Marks a pair as not the same, or finds that it is already marked. */
export async function markPair(
  tx: Executor,
  ids: readonly string[],
  dismissal: Dismissal,
): Promise<{ isNew: boolean; dismissal: Dismissal }> {
  await rejectMissingQuestions(tx, ids, '#/question_ids');
  await requireQuota(tx, 'duplicate_dismissals', { owner: dismissal.created_by });
  const made = await insertDismissal(tx, dismissal);
  if (made !== undefined) return { isNew: true, dismissal: made };
  const before = await findDismissalOf(tx, dismissal.question_ids);
  if (before === undefined) throw new Error('the existing mark was not found');
  return { isNew: false, dismissal: before };
}
