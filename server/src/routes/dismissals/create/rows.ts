import type { LintQuestion } from '../../../domain/flaws/lint.ts';
import { AppError, violationError } from '../../../errors.ts';
import { requireQuota } from '../../../operations/quotas/require-quota.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findRowDismissal, insertRowDismissal, type RowDismissal } from '../../../store/dismissals/dismissals.ts';
import type { AnyDismissal } from '../../../store/dismissals/list.ts';
import { findQuestionBody } from '../../../store/questions/questions.ts';
import type { Subject } from './subject.ts';

/** Who dismissed it, when and why. */
export type Made = Pick<AnyDismissal, 'id' | 'reason' | 'created_at' | 'created_by'>;

type RowsSubject = Extract<Subject, { question_id: string }> & { analysis_type: string };

/** Dismisses rows about one question in its current version. */
export async function dismissRows(
  tx: Executor,
  { analysis_type, question_id, about, dismissible }: RowsSubject,
  made: Made,
): Promise<{ isNew: boolean; dismissal: AnyDismissal }> {
  const question = await findQuestionBody(tx, question_id);
  if (question === undefined || question.deleted_at !== null) {
    const detail = `No question has the id "${question_id}".`;
    throw violationError([{ code: 'resource_missing', detail, pointer: '#/question_id' }]);
  }
  const found = () => dismissible.saidOf?.(JSON.parse(question.body) as LintQuestion) ?? dismissible.about;
  const all = (about ?? found()).toSorted();
  if (all.length === 0) {
    const detail = `${analysis_type} has no finding about this question. Name in \`about\` what to dismiss.`;
    throw new AppError('not_dismissible', { detail });
  }
  const wanted = { ...made, analysis_type, question_id, version: question.version, about: all };
  const before = await findRowDismissal(tx, wanted);
  if (before !== undefined) return { isNew: false, dismissal: present(before) };
  await requireQuota(tx, 'dismissals', { owner: made.created_by });
  await requireQuota(tx, 'all dismissals');
  const inserted = await insertRowDismissal(tx, wanted);
  if (inserted !== undefined) return { isNew: true, dismissal: present(inserted) };
  const concurrent = await findRowDismissal(tx, wanted);
  if (concurrent === undefined) throw new Error('the existing dismissal was not found');
  return { isNew: false, dismissal: present(concurrent) };
}

function present(dismissal: RowDismissal): AnyDismissal {
  return { ...dismissal, question_ids: null };
}
