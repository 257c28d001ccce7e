import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/http/prefer.ts';
import { prepareQuestion } from '../../domain/questions/prepared-question.ts';
import { type QuestionDraft, renderQuestion } from '../../domain/questions/question.ts';
import { questionEtag, writtenVisibility } from '../../domain/questions/visibility.ts';
import { AppError, violationError } from '../../errors.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { checkDuplicates } from '../../operations/questions/check-duplicates.ts';
import type { Duplicate } from '../../operations/questions/find-duplicates.ts';
import { MAX_QUESTIONS, newQuestion } from '../../operations/questions/new-question.ts';
import { settleRaces } from '../../operations/questions/settle-races.ts';
import {
  type Element,
  hasWritten,
  isUpsert,
  newElement,
  prepareElements,
  type Result,
  storeElements,
} from '../../operations/questions/store-elements.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { ROWS_PER_POINT } from '../../plugins/access/rate-limit.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json/body.ts';
import type { Executor } from '../../store/database/database.ts';
import { mergeWrites } from '../../store/questions/merge-writes.ts';
import {
  type AuthoredQuestion,
  findQuestionBody,
  insertQuestions,
  MAX_STATEMENT_WEIGHT,
  maxStatementWeight,
  type WrittenQuestion,
} from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { createLenient } from './create/lenient.ts';
import { describeDuplicate, duplicateLink } from './create/present-duplicate.ts';
import { presentResults } from './create/present-results.ts';
import { CreateQuery } from './create/query.ts';
import {
  draftsAgain,
  planet,
  planetDraft,
  resultsAgain,
  resultsUnchanged,
  river,
  twoDrafts,
  writer,
} from './examples.ts';
import { presentWritten, type Shown } from './write/present-written.ts';
import { requireWholeAnswer } from './write/require-whole-answer.ts';

export const createQuestions = (deps: Deps) => {
  const insertOne = mergeWrites(
    async (drafts: readonly Draft[]) =>
      insertQuestions(
        deps.db.writes,
        await mapInSlices(drafts, ({ question, change_id }) => ({ ...prepareQuestion(question), change_id })),
        deps.categories.current,
        'create',
      ),
    { weigh: ({ bytes }) => maxStatementWeight(bytes), maxWeight: MAX_STATEMENT_WEIGHT },
  );
  return route<{ Body: QuestionDraft | QuestionDraft[]; Querystring: CreateQuery }>({
    method: 'POST',
    url: '/questions',
    bodyLimit: ARRAY_LIMIT_BYTES,
    config: { extraCost: (body) => (Array.isArray(body) ? Math.ceil(body.length / ROWS_PER_POINT) : 0) },
    attachValidation: true, // a lenient request stores the valid elements of a bad array
    schema: {
      operationId: 'createQuestions',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Add one question, or 1 to 1000 at once: all or nothing, unless `Prefer: handling=lenient`',
      headers: {
        ...idempotencyHeader,
        properties: {
          ...idempotencyHeader.properties,
          Prefer: {
            type: 'string',
            description:
              '`handling=lenient`: store the valid elements of an array, and report what is wrong with each of the others',
          },
        },
      },
      querystring: CreateQuery,
      body: {
        oneOf: [
          { $ref: 'QuestionDraft#' },
          { type: 'array', items: { $ref: 'QuestionDraft#' }, minItems: 1, maxItems: MAX_QUESTIONS },
        ],
        examples: [planetDraft, twoDrafts, draftsAgain],
      },
      response: responses(
        {
          201: {
            description:
              'The question, or `{"data": […]}` in the order of the request. With `on_duplicate=warn`, existing questions that ask the same are in `duplicates`, or for a single question in the header `Link` with rel="duplicate". An array with `on_conflict=skip` or `update` gets a result for each element',
            schema: {
              oneOf: [
                { $ref: 'Question#' },
                { $ref: 'LenientResults#' },
                {
                  type: 'object',
                  properties: {
                    data: { type: 'array', items: { $ref: 'Question#' } },
                    duplicates: { type: 'array', items: { $ref: 'DuplicateOf#' } },
                  },
                  required: ['data'],
                  additionalProperties: false,
                },
              ],
              examples: [planet, { data: [river, writer] }, resultsAgain],
            },
            headers: ['Location', 'ETag', 'Link', 'Change-Id'],
          },
          200: {
            description:
              'With `on_conflict` and nothing new: the existing question as it is now; for an array, a result for each element',
            schema: { oneOf: [{ $ref: 'Question#' }, { $ref: 'LenientResults#' }] },
            example: resultsUnchanged,
            headers: ['ETag', 'Change-Id'],
          },
          207: {
            description: 'Lenient: a result for each element, in order',
            schema: { $ref: 'LenientResults#' },
            headers: ['Change-Id'],
          },
        },
        [...POST_REJECTIONS, 428],
      ),
    },
    handler: async (request, reply) => {
      const { body, query } = request;
      if (Array.isArray(body) && readPreferences(request.headers.prefer).lenient) {
        requireNoPrecondition(query, deps.config);
        return sendVisible(reply, await createLenient(deps, request, body));
      }
      if (request.validationError !== undefined) throw request.validationError;
      if (!Array.isArray(body) && isPlain(request, query, body)) {
        const question = newQuestion(body, principalOf(request), deps);
        const { principal } = request;
        const [duplicate] = await checkDuplicates(deps, deps.db.hot, { ...query, principal }, [question]);
        const change_id = deps.newId();
        const written = await insertOne({ question, change_id, bytes: request.bodyBytes });
        return sendVisible(reply, presentCreated(request, { ...written, change_id }, duplicate));
      }
      requireNoPrecondition(query, deps.config);
      if (query.on_conflict === 'update') requireWholeAnswer(deps, request, [body].flat());
      const actor = principalOf(request);
      const elements = await mapInSlices([body].flat(), (draft) => newElement(draft, actor, deps));
      await prepareElements(deps, elements, query);
      const work = () => replyOnce(deps, request, (tx) => createAll(deps, request, tx, elements));
      return sendVisible(reply, await (isUpsert(query) ? settleRaces(work) : work()));
    },
  });
};

/**
 * A question that waits to be written with others. Its features are computed for the whole batch at once: computed one
 * by one, between other work, each takes half as long again.
 */
interface Draft {
  question: AuthoredQuestion;
  change_id: string;
  /** The size of its JSON in the request. */
  bytes: number;
}

type CreateRequest = FastifyRequest<{ Body: QuestionDraft | QuestionDraft[]; Querystring: CreateQuery }>;

/** Callers see what they add, alone or in a list; they see existing questions as far as their scopes allow. */
function sendVisible(reply: FastifyReply, result: Reply): Promise<FastifyReply> {
  reply.visibilityApplied = true;
  return sendReply(reply, result);
}

/** Stores all questions or none. */
async function createAll(
  deps: Deps,
  request: CreateRequest,
  tx: Executor,
  elements: readonly Element[],
): Promise<Reply> {
  const { body, query } = request;
  const change_id = deps.newId();
  const results = await storeElements(deps, tx, elements, {
    ...query,
    change_id,
    principal: request.principal,
    onFailure: (failed) => rejectAll(failed, body),
  });
  const headers = changeHeader(hasWritten(results) ? { change_id } : {});
  if (!Array.isArray(body)) {
    const reply = await presentOne(request, tx, results[0] as Result);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }
  if (isUpsert(query)) {
    const status = results.some(({ outcome }) => outcome === 'created') ? 201 : 200;
    return { status, headers, body: presentResults(results, request.principal, () => '') };
  }
  const created = results.filter((result) => result.outcome === 'created');
  const found = created.flatMap(({ duplicate }, index) =>
    duplicate === undefined ? [] : [describeDuplicate(duplicate, index)],
  );
  const duplicates = query.on_duplicate === 'warn' ? `,"duplicates":${JSON.stringify(found)}` : '';
  return { status: 201, headers, body: `{"data":[${created.map((row) => row.body).join(',')}]${duplicates}}` };
}

/** The pointers of a single question have no index, because it is the whole body. */
function rejectAll(results: readonly (Result | undefined)[], body: unknown): never {
  throw violationError(
    results.flatMap((result, index) => {
      if (result?.outcome !== 'failed') return [];
      const { pointer = '#' } = result.violation;
      return [{ ...result.violation, pointer: Array.isArray(body) ? pointer.replace('#', `#/${index}`) : pointer }];
    }),
  );
}

/** An operator who requires If-Match for every change requires it for these changes, too. */
function requireNoPrecondition({ on_conflict }: CreateQuery, config: Config): void {
  if (on_conflict !== 'update' || !config.requireIfMatch) return;
  throw new AppError('precondition_required', {
    detail:
      'This service rejects changes without If-Match. Send PUT /questions/by-external-id/{external_id} with it, or use on_conflict=skip.',
  });
}

/** Only the database can reject such a creation, so it may share its statement with others. */
function isPlain(request: FastifyRequest, { on_duplicate }: CreateQuery, draft: QuestionDraft): boolean {
  return on_duplicate !== 'reject' && request.headers['idempotency-key'] === undefined && draft.external_id == null;
}

async function presentOne(request: CreateRequest, tx: Executor, result: Result): Promise<Reply> {
  switch (result.outcome) {
    case 'created':
      return presentCreated(request, result, result.duplicate);
    case 'updated':
      return presentCurrent(request, result, request.body);
    case 'unchanged':
      return presentCurrent(request, { ...result, body: renderQuestion(result.question) }, request.body);
    case 'skipped': {
      const { body = '{}' } = (await findQuestionBody(tx, result.question.id)) ?? {};
      return presentCurrent(request, { ...result, body }, {}); // the stored question may differ from what was sent
    }
    case 'failed':
      throw violationError([result.violation]);
  }
}

function presentCurrent(request: FastifyRequest, written: Shown, sent: object): Reply {
  const { etag, body } = presentWritten(request, written, sent);
  return { status: 200, headers: { etag }, body };
}

function presentCreated(
  request: FastifyRequest,
  { question, body, change_id }: WrittenQuestion & { change_id?: string },
  duplicate: Duplicate | undefined,
): Reply {
  const base = `${requestBase(request)}/questions`;
  const headers = {
    ...changeHeader({ change_id }),
    location: `${base}/${question.id}`,
    etag: questionEtag(question.version, writtenVisibility(request.principal)),
  };
  const link = duplicate && { link: duplicateLink(base, duplicate) };
  return { status: 201, headers: { ...headers, ...link }, body };
}
