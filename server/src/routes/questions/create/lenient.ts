import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { QuestionDraft } from '../../../domain/questions/question.ts';
import { AppError, MAX_VIOLATIONS, violationError } from '../../../errors.ts';
import { mapInSlices } from '../../../limits/slices.ts';
import { MAX_QUESTIONS } from '../../../operations/questions/new-question.ts';
import { settleRaces } from '../../../operations/questions/settle-races.ts';
import {
  type Element,
  hasWritten,
  newElement,
  prepareElements,
  type Result,
  storeElements,
} from '../../../operations/questions/store-elements.ts';
import { requestOrigin } from '../../../plugins/access/origin.ts';
import { problemDocument } from '../../../plugins/http/error-handler.ts';
import { changeHeader } from '../../shared/change-header.ts';
import { principalOf } from '../../shared/principal.ts';
import { type Reply, replyOnce } from '../../shared/reply-once.ts';
import { requireWholeAnswer } from '../write/require-whole-answer.ts';
import { presentResults } from './present-results.ts';
import type { CreateQuery } from './query.ts';

/** An element before the database is read: a question to store, or the problem with it. */
type Checked = Element | { outcome: 'failed'; problem: string };

type Reject = (error: AppError) => string;

/** The maximum number of violations in one reply. Each element lists its share, and how many more there are. */
const MAX_REPORTED = 10_000;

/** Stores every valid element of an array and says what is wrong with each of the others. */
export async function createLenient(
  deps: Deps,
  request: FastifyRequest<{ Querystring: CreateQuery }>,
  body: readonly unknown[],
): Promise<Reply> {
  if (isRejectedAsWhole(request.validationError, body.length)) throw request.validationError;
  const origin = requestOrigin(request, deps.config);
  const share = Math.min(MAX_VIOLATIONS, Math.floor(MAX_REPORTED / body.length));
  const reject: Reject = (error) => {
    const { errors, ...problem } = problemDocument(error, request, origin);
    const document = JSON.stringify({ ...problem, errors: errors.slice(0, share) });
    return `{"status":${error.status},"outcome":"failed","problem":${document}}`;
  };
  const checked = await checkEach(deps, request, body, reject);
  const elements = checked.filter((element) => 'draft' in element);
  if (request.query.on_conflict === 'update')
    requireWholeAnswer(
      deps,
      request,
      elements.map(({ draft }) => draft),
    );
  await prepareElements(deps, elements, request.query);
  const change_id = deps.newId();
  const options = { ...request.query, principal: request.principal, change_id };
  return settleRaces(() =>
    replyOnce(deps, request, async (tx) => {
      const stored = await storeElements(deps, tx, elements, options);
      const next = stored.values();
      const results = checked.map((element) => ('draft' in element ? (next.next().value as Result) : element));
      return {
        status: 207,
        headers: { 'preference-applied': 'handling=lenient', ...changeHeader(hasWritten(stored) ? { change_id } : {}) },
        body: presentResults(results, request.principal, reject),
      };
    }),
  );
}

/** Errors in the query, the length of the list or its depth cannot be fixed by leaving elements out. */
function isRejectedAsWhole(error: FastifyRequest['validationError'], length: number): boolean {
  if (error === undefined) return false;
  const tooDeep = error instanceof AppError && error.errors.some((violation) => violation.code === 'too_deep');
  return error.validationContext !== 'body' || length < 1 || length > MAX_QUESTIONS || tooDeep;
}

function checkEach(deps: Deps, request: FastifyRequest, body: readonly unknown[], reject: Reject): Promise<Checked[]> {
  const check = request.getValidationFunction('body') as unknown as (
    element: unknown,
  ) => { value: QuestionDraft } | { error: AppError };
  const failed = (error: AppError): Checked => ({ outcome: 'failed', problem: reject(error) });
  return mapInSlices(body, (element): Checked => {
    // A nested list would be mistaken for another list of questions.
    if (Array.isArray(element)) return failed(notAnObject());
    const result = check(element);
    if ('error' in result) return failed(result.error);
    return newElement(result.value, principalOf(request), deps);
  });
}

function notAnObject(): AppError {
  return violationError([{ code: 'invalid_type', detail: 'A question must be an object.', pointer: '#' }]);
}
