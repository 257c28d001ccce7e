import type { Dismissible } from '../../../analysis/dismissible.ts';
import { findAnalysisType } from '../../../analysis/index.ts';
import { AppError, type Violation } from '../../../errors.ts';
import type { AssignedRow } from '../../../store/assignments/assignments.ts';
import type { Executor } from '../../../store/database/database.ts';
import { PAIR_TYPE } from '../../../store/dismissals/list.ts';
import { listMissingQuestions } from '../../../store/questions/bodies.ts';
import { readSubject } from '../../dismissals/create/subject.ts';
import { type NamedRow, QUESTION_ITSELF } from '../schema.ts';

/** The row that a request names, in the same form as a row to dismiss; `place` is the pointer to it. */
export function readRow(row: NamedRow, place = '#'): AssignedRow {
  const { analysis_type } = row;
  const dismissible = dismissibleOf(analysis_type);
  if (dismissible.of === 'nothing')
    throw new AppError('not_assignable', { detail: `The rows of ${analysis_type} are not about questions.` });
  const subject = readSubject(row, dismissible, place);
  if ('pair' in subject)
    return { analysis_type: PAIR_TYPE, question_id: null, question_ids: subject.pair, about: null };
  const about = subject.about?.toSorted() ?? null;
  return { analysis_type, question_id: subject.question_id, question_ids: null, about };
}

/** Pairs are stored under one type, whichever type found them. */
export function storedType(name: string): string {
  return dismissibleOf(name).of === 'pair' ? PAIR_TYPE : name;
}

/** A question itself has no aspects. */
function dismissibleOf(type: string): Dismissible {
  return type === QUESTION_ITSELF ? { of: 'question', about: [] } : findAnalysisType(type).dismissible;
}

/** A violation for each question of the rows that does not exist; pointers lead into the body as it was sent. */
export async function findMissing(
  tx: Executor,
  rows: readonly NamedRow[],
  placeOf = (_index: number) => '#',
): Promise<Violation[]> {
  const named = rows.flatMap(({ question_id, question_ids }, index) =>
    (question_ids ?? [question_id ?? '']).map((id, member) => ({
      id: id.toLowerCase(),
      pointer: `${placeOf(index)}/${question_ids === undefined ? 'question_id' : `question_ids/${member}`}`,
    })),
  );
  const missing = new Set(
    await listMissingQuestions(
      tx,
      named.map(({ id }) => id),
    ),
  );
  return named.flatMap(({ id, pointer }): Violation[] => {
    const detail = `No question has the id "${id}".`;
    return missing.has(id) ? [{ code: 'resource_missing', detail, pointer }] : [];
  });
}
