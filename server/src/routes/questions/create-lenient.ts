import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { QuestionDraft } from '../../domain/question.ts';
import { AppError, violationError } from '../../errors.ts';
import { problemDocument } from '../../plugins/error-handler.ts';
import { requestOrigin } from '../../plugins/origin.ts';
import { insertQuestions } from '../../store/questions.ts';
import { type Answer, answerOnce } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { findTakenExternalIds, MAX_QUESTIONS, newQuestion } from './new-question.ts';
import { type CreateQuery, checkDuplicates, describeDuplicate, duplicateViolation } from './refuse-duplicates.ts';

type Checked = { draft: QuestionDraft } | { error: AppError };

/** Stores every good element of an array and says of every other one what is wrong with it. */
export async function createLenient(
  deps: Deps,
  request: FastifyRequest<{ Querystring: CreateQuery }>,
  body: readonly unknown[],
): Promise<Answer> {
  if (isRefusedAsWhole(request.validationError, body.length)) throw request.validationError;
  const checked = checkEach(request, body);
  return answerOnce(deps, request, async (tx) => {
    const accepted = checked.flatMap((element) => ('draft' in element ? [element.draft] : []));
    const taken = await findTakenExternalIds(tx, accepted);
    const drafts = accepted.filter((_, index) => !taken.has(index));
    const questions = drafts.map((draft) => newQuestion(draft, principalOf(request), deps));
    const duplicates = await checkDuplicates(deps, tx, request.query, questions);
    const refused = request.query.on_duplicate === 'reject' ? duplicates : [];
    const wanted = questions.filter((_, index) => refused[index] === undefined);
    const written = wanted.length === 0 ? [] : await insertQuestions(tx, wanted, deps.categories.current);
    const bodies = written.map((row) => row.body).values();
    const conflicts = accepted.map((_, index) => taken.get(index)).values();
    const checks = questions.map((_, index) => duplicates[index]).values();
    const origin = requestOrigin(request, deps.config);
    const refuse = (error: AppError) => {
      return `{"status":${error.status},"problem":${JSON.stringify(problemDocument(error, request, origin))}}`;
    };
    const results = checked.map((element, index) => {
      if ('error' in element) return refuse(element.error);
      const conflict = conflicts.next().value;
      if (conflict !== undefined) return refuse(violationError([{ ...conflict, pointer: '#/external_id' }]));
      const duplicate = checks.next().value;
      if (duplicate === undefined) return `{"status":201,"question":${bodies.next().value}}`;
      if (request.query.on_duplicate === 'reject') return refuse(violationError([duplicateViolation(duplicate, '#')]));
      return `{"status":201,"question":${bodies.next().value},"duplicate":${JSON.stringify(describeDuplicate(duplicate, index))}}`;
    });
    return {
      status: 207,
      headers: { 'preference-applied': 'handling=lenient' },
      body: `{"data":[${results.join(',')}]}`,
    };
  });
}

/** What is wrong with the query, with the length of the list or with its depth cannot be mended by leaving elements out. */
function isRefusedAsWhole(error: FastifyRequest['validationError'], length: number): boolean {
  if (error === undefined) return false;
  const tooDeep = error instanceof AppError && error.errors.some((violation) => violation.code === 'too_deep');
  return error.validationContext !== 'body' || length < 1 || length > MAX_QUESTIONS || tooDeep;
}

function checkEach(request: FastifyRequest, body: readonly unknown[]): Checked[] {
  const check = request.getValidationFunction('body') as unknown as (
    element: unknown,
  ) => { value: QuestionDraft } | { error: AppError };
  return body.map((element): Checked => {
    // A list inside the list would be taken for another list of questions.
    if (Array.isArray(element)) return { error: notAnObject() };
    const result = check(element);
    return 'error' in result ? { error: result.error } : { draft: result.value };
  });
}

function notAnObject(): AppError {
  return violationError([{ code: 'invalid_type', detail: 'A question must be an object.', pointer: '#' }]);
}
