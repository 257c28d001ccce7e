import type { LintQuestion } from '../../../domain/flaws/lint.ts';
import { AppError, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { requireQuota } from '../../../store/database/kept-rows.ts';
import {
  findRowDismissal,
  insertRowDismissal,
  type RowDismissal,
  requireQuotaForAll,
} from '../../../store/dismissals/dismissals.ts';
import type { AnyDismissal } from '../../../store/dismissals/list.ts';
import { findQuestionBody } from '../../../store/questions/questions.ts';
import type { Subject } from './subject.ts';

/** Who says so, when and why. */
export type Made = Pick<AnyDismissal, 'id' | 'reason' | 'created_at' | 'created_by'>;

type RowsSubject = Extract<Subject, { question_id: string }> & { analysis_type: string };

/** Dismisses rows about one question as it is now. */
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
  const said = () => dismissible.saidOf?.(JSON.parse(question.body) as LintQuestion) ?? dismissible.about;
  const all = (about ?? said()).toSorted();
  if (all.length === 0) {
    const detail = `${analysis_type} says nothing of this question. Name in \`about\` what is fine.`;
    throw new AppError('not_dismissible', { detail });
  }
  const wanted = { ...made, analysis_type, question_id, version: question.version, about: all };
  const before = await findRowDismissal(tx, wanted);
  if (before !== undefined) return { isNew: false, dismissal: present(before) };
  await requireQuota(tx, 'dismissals', made.created_by);
  await requireQuotaForAll(tx);
  const inserted = await insertRowDismissal(tx, wanted);
  if (inserted !== undefined) return { isNew: true, dismissal: present(inserted) };
  const meanwhile = await findRowDismissal(tx, wanted);
  if (meanwhile === undefined) throw new Error('what is dismissed already is not there');
  return { isNew: false, dismissal: present(meanwhile) };
}

function present(dismissal: RowDismissal): AnyDismissal {
  return { ...dismissal, question_ids: null };
}
