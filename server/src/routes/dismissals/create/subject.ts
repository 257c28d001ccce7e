import type { Dismissible } from '../../../analysis/dismissible.ts';
import { AppError, type Violation, violationError } from '../../../errors.ts';
import type { QuestionPair } from '../../../store/duplicates/dismissals.ts';
import { readPair } from '../../duplicates/create/pair.ts';
import type { RowDismissalRequest } from '../schema.ts';

type OfQuestion = Extract<Dismissible, { of: 'question' }>;

/**
 * What a request dismisses: a pair, or rows about one question; a null `about` means everything that the type reports
 * about it.
 */
export type Subject =
  | { pair: QuestionPair; ids: readonly string[] }
  | { question_id: string; about: readonly string[] | null; dismissible: OfQuestion };

/** The fields that identify a row. */
type NamedRow = Pick<RowDismissalRequest, 'analysis_type' | 'question_id' | 'question_ids' | 'about'>;
type Name = keyof NamedRow;

/** `place` is the pointer to what identifies the row. */
export function readSubject(body: NamedRow, dismissible: Dismissible, place = '#'): Subject {
  const { analysis_type, question_id, question_ids, about } = body;
  if (dismissible.of === 'nothing') throw new AppError('not_dismissible', { detail: dismissible.why });
  if (dismissible.of === 'pair') {
    rejectMembers(
      body,
      ['question_id', 'about'],
      `A row of ${analysis_type} is a pair: name it by question_ids.`,
      place,
    );
    if (question_ids === undefined) throw missing('question_ids', analysis_type, place);
    const ids = question_ids.map((id) => id.toLowerCase());
    return { pair: readPair(ids), ids };
  }
  rejectMembers(
    body,
    ['question_ids'],
    `A row of ${analysis_type} is about one question: name it by question_id.`,
    place,
  );
  if (question_id === undefined) throw missing('question_id', analysis_type, place);
  rejectUnknown(about ?? [], dismissible.about, place);
  return { question_id: question_id.toLowerCase(), about: about ?? null, dismissible };
}

function rejectMembers(body: NamedRow, names: Name[], detail: string, place: string): void {
  const given = names.filter((name) => body[name] !== undefined);
  if (given.length === 0) return;
  throw violationError(given.map((name) => ({ code: 'conflicting_parameters', detail, pointer: `${place}/${name}` })));
}

function missing(name: Name, type: string, place: string): AppError {
  return violationError([
    { code: 'required', detail: `${name} is required for ${type}.`, pointer: `${place}/${name}` },
  ]);
}

function rejectUnknown(about: readonly string[], allowed: readonly string[], place: string): void {
  const violations = about.flatMap((value, index): Violation[] =>
    allowed.includes(value)
      ? []
      : [
          {
            code: 'not_allowed',
            detail: `"${value}" is not a value of about.`,
            pointer: `${place}/about/${index}`,
            allowed,
          },
        ],
  );
  if (violations.length > 0) throw violationError(violations);
}
