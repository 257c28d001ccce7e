import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { QuestionFilter, RequestedFilter } from '../../domain/questions/filter.ts';
import { type AppError, violationError } from '../../errors.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { chargeForRows } from '../../plugins/access/rate-limit.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertDatasetChunks } from '../../store/datasets/chunks.ts';
import {
  type Dataset,
  findDataset,
  insertDataset,
  requireDatasetQuota,
  updateDatasetSummary,
} from '../../store/datasets/datasets.ts';
import { summariseDataset } from '../../store/datasets/summary.ts';
import { rejectEmptySearch } from '../questions/read/search-words.ts';
import { readVisibleFilter } from '../questions/read/visible.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { findStoredReply, type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

/** Datasets up to this size are read within the request, in about a second; larger ones are read by a job. */
const MAX_QUICK = 20_000;
/** One point pays for naming this many questions and reading them once for the hash. */
const QUESTIONS_PER_POINT = 1000;

export const createDataset = (deps: Deps) => {
  const freeze = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    tx: Executor,
    dataset: NewDataset,
    filter: QuestionFilter,
  ) => {
    await insertDataset(tx, dataset);
    const count = await insertDatasetChunks(tx, dataset.id, filter, deps.categories.current);
    if (count === 0) throw emptySet();
    await chargeForRows(deps, request, reply, count, QUESTIONS_PER_POINT);
    if (count <= MAX_QUICK) await updateDatasetSummary(tx, dataset.id, await summariseDataset(tx, dataset.id));
    else {
      const job = { id: dataset.id, owner: dataset.created_by, now: deps.now(), data: { dataset_id: dataset.id } };
      await deps.queue.submit(tx, 'dataset.summary', job);
    }
    await requireDatasetQuota(tx, dataset.created_by);
    const headers = { location: `${requestBase(request)}/datasets/${dataset.id}` };
    return { status: 201, headers, body: JSON.stringify(await findDataset(tx, dataset.id)) } satisfies Reply;
  };
  return route<{ Body: { name?: string | null; filter?: RequestedFilter } }>({
    method: 'POST',
    url: '/datasets',
    config: { extraCost: () => deps.config.costScan },
    schema: {
      operationId: 'createDataset',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary: 'Freeze the questions that match, in their current versions, under a hash of their content',
      headers: idempotencyHeader,
      body: { $ref: 'DatasetRequest#' },
      response: responses(
        { 201: { description: 'The dataset', schema: { $ref: 'Dataset#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { name = null, filter: requested = {} } = request.body;
      const stored = await findStoredReply(deps, request);
      if (stored !== undefined) return sendReply(reply, stored);
      const filter = readVisibleFilter(deps, request, requested);
      await rejectEmptySearch(deps.db.reads, filter, { pointer: '#/filter/q' });
      const created_by = principalOf(request);
      const dataset = { id: deps.newId(), name, filter: requested, created_at: deps.now(), created_by };
      return sendReply(reply, await replyOnce(deps, request, (tx) => freeze({ request, reply }, tx, dataset, filter)));
    },
  });
};

type NewDataset = Pick<Dataset, 'id' | 'name' | 'filter' | 'created_at' | 'created_by'>;

function emptySet(): AppError {
  return violationError([{ code: 'empty_set', detail: 'The filter matches no question.', pointer: '#/filter' }]);
}
