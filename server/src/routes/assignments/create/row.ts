import { findAnalysisType } from '../../../analysis/index.ts';
import { AppError, type Violation } from '../../../errors.ts';
import type { AssignedRow } from '../../../store/assignments/assignments.ts';
import type { Executor } from '../../../store/database/database.ts';
import { PAIR_TYPE } from '../../../store/dismissals/list.ts';
import { listMissingQuestions } from '../../../store/questions/bodies.ts';
import { readSubject } from '../../dismissals/create/subject.ts';
import type { AssignmentRequest } from '../schema.ts';

/** The row that a request names, in the same form as a row to dismiss. */
export function readRow(body: AssignmentRequest): AssignedRow {
  const { analysis_type } = body;
  const { dismissible } = findAnalysisType(analysis_type);
  if (dismissible.of === 'nothing')
    throw new AppError('not_assignable', { detail: `The rows of ${analysis_type} are not about questions.` });
  const subject = readSubject(body, dismissible);
  if ('pair' in subject)
    return { analysis_type: PAIR_TYPE, question_id: null, question_ids: subject.pair, about: null };
  const about = subject.about?.toSorted() ?? null;
  return { analysis_type, question_id: subject.question_id, question_ids: null, about };
}

/** A violation for each question of the row that does not exist; pointers lead into the body as it was sent. */
export async function findMissing(
  tx: Executor,
  { question_id, question_ids }: AssignmentRequest,
): Promise<Violation[]> {
  const named = (question_ids ?? [question_id ?? '']).map((id) => id.toLowerCase());
  const missing = await listMissingQuestions(tx, named);
  return named.flatMap((id, index): Violation[] => {
    const pointer = question_ids === undefined ? '#/question_id' : `#/question_ids/${index}`;
    const detail = `No question has the id "${id}".`;
    return missing.includes(id) ? [{ code: 'resource_missing', detail, pointer }] : [];
  });
}
