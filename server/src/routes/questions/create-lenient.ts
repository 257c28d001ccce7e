import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/prepared-question.ts';
import type { QuestionDraft } from '../../domain/question.ts';
import { AppError, MAX_VIOLATIONS, violationError } from '../../errors.ts';
import { problemDocument } from '../../plugins/error-handler.ts';
import { requestOrigin } from '../../plugins/origin.ts';
import { mapInSlices } from '../../slices.ts';
import { type AuthoredQuestion, insertManyQuestions } from '../../store/questions.ts';
import { type Answer, answerOnce } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { findTakenExternalIds, MAX_QUESTIONS, newQuestion } from './new-question.ts';
import { type CreateQuery, checkDuplicates, describeDuplicate, duplicateViolation } from './refuse-duplicates.ts';

/** What becomes of an element before the bank is asked: a question to store, or the result that says why not. */
type Checked = PreparedQuestion<AuthoredQuestion> | { result: string };

type Refuse = (error: AppError) => string;

/** Violations that one reply tells, of all its elements; each tells its share, and how many more there are. */
const MAX_TOLD = 10_000;

/** Stores every good element of an array and says of every other one what is wrong with it. */
export async function createLenient(
  deps: Deps,
  request: FastifyRequest<{ Querystring: CreateQuery }>,
  body: readonly unknown[],
): Promise<Answer> {
  if (isRefusedAsWhole(request.validationError, body.length)) throw request.validationError;
  const origin = requestOrigin(request, deps.config);
  const share = Math.min(MAX_VIOLATIONS, Math.floor(MAX_TOLD / body.length));
  const refuse: Refuse = (error) => {
    const { errors, ...problem } = problemDocument(error, request, origin);
    return `{"status":${error.status},"problem":${JSON.stringify({ ...problem, errors: errors.slice(0, share) })}}`;
  };
  const checked = await checkEach(deps, request, body, refuse);
  return answerOnce(deps, request, async (tx) => {
    const accepted = checked.filter((element) => 'question' in element);
    const taken = await findTakenExternalIds(
      tx,
      accepted.map(({ question }) => question),
    );
    const free = accepted.filter((_, index) => !taken.has(index));
    const duplicates = await checkDuplicates(
      deps,
      tx,
      request.query,
      free.map(({ question }) => question),
    );
    const refused = request.query.on_duplicate === 'reject' ? duplicates : [];
    await insertManyQuestions(
      tx,
      free.filter((_, index) => refused[index] === undefined),
      deps.categories.current,
    );
    const conflicts = accepted.map((_, index) => taken.get(index)).values();
    const checks = free.map((_, index) => duplicates[index]).values();
    const results = checked.map((element, index) => {
      if ('result' in element) return element.result;
      const conflict = conflicts.next().value;
      if (conflict !== undefined) return refuse(violationError([{ ...conflict, pointer: '#/external_id' }]));
      const duplicate = checks.next().value;
      if (duplicate === undefined) return `{"status":201,"question":${element.body}}`;
      if (request.query.on_duplicate === 'reject') return refuse(violationError([duplicateViolation(duplicate, '#')]));
      return `{"status":201,"question":${element.body},"duplicate":${JSON.stringify(describeDuplicate(duplicate, index))}}`;
    });
    return {
      status: 207,
      headers: { 'preference-applied': 'handling=lenient' },
      body: `{"data":[${results.join(',')}]}`,
    };
  });
}

/** What is wrong with the query, with the length of the list or with its depth cannot be fixed by leaving elements out. */
function isRefusedAsWhole(error: FastifyRequest['validationError'], length: number): boolean {
  if (error === undefined) return false;
  const tooDeep = error instanceof AppError && error.errors.some((violation) => violation.code === 'too_deep');
  return error.validationContext !== 'body' || length < 1 || length > MAX_QUESTIONS || tooDeep;
}

function checkEach(deps: Deps, request: FastifyRequest, body: readonly unknown[], refuse: Refuse): Promise<Checked[]> {
  const check = request.getValidationFunction('body') as unknown as (
    element: unknown,
  ) => { value: QuestionDraft } | { error: AppError };
  return mapInSlices(body, (element): Checked => {
    // A list inside the list would be taken for another list of questions.
    if (Array.isArray(element)) return { result: refuse(notAnObject()) };
    const result = check(element);
    if ('error' in result) return { result: refuse(result.error) };
    return prepareQuestion(newQuestion(result.value, principalOf(request), deps));
  });
}

function notAnObject(): AppError {
  return violationError([{ code: 'invalid_type', detail: 'A question must be an object.', pointer: '#' }]);
}
