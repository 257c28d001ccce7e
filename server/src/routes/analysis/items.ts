import type { FastifyRequest } from 'fastify';
import type { Item, TextRow } from '../../analysis/analysis-type.ts';
import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { pageTooLarge } from '../../domain/http/page-budget.ts';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { type Analysis, findAnalysis } from '../../store/analysis/analyses.ts';
import { listItems } from '../../store/analysis/items.ts';
import type { Executor } from '../../store/database/database.ts';
import { listVersionBodies } from '../../store/questions/bodies.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { analysisPath } from './schema.ts';
import { analysisId, analysisNotFound, rejectWithheld } from './shared/present.ts';

export const listAnalysisItems = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/analysis/:id/items',
    schema: {
      operationId: 'listAnalysisItems',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary:
        'The rows of a result, one for each question or cell concerned, the most important first; none until it has succeeded',
      params: analysisPath,
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of rows', schema: { $ref: 'AnalysisItemList#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      const run = await findAnalysis(deps.db.reads, id);
      if (run === undefined) throw analysisNotFound(id);
      rejectWithheld(deps, request, run);
      reply.visibilityApplied = true;
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `items of ${id}`,
        list: (page) => listPresented(deps, request, run, page),
        keyOf: ({ ordinal }) => String(ordinal),
      });
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${rows.map(({ text }) => text).join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });

interface Page {
  limit: number;
  offset: number;
  after: string | undefined;
}

async function listPresented(deps: Deps, request: FastifyRequest, run: Analysis, { limit, offset, after }: Page) {
  if (run.status !== 'succeeded') return { rows: [], total: { total: 0 } };
  const from = after === undefined ? offset : Number(after) + 1;
  const read = async (db: Executor) => {
    const { rows: found, total } = await listItems(db, run.items_id, { limit, offset: from });
    return { found, total, present: await presenter(db, run, found, limit - 1) };
  };
  const { found, total, present } = await request.scan(read, deps.db.reads);
  // Comparing two long texts takes a millisecond: a thousand rows would block other requests.
  const rows = await mapInSlices(found, ({ ordinal, question, fitting, ...item }) => ({
    ordinal,
    fitting,
    text: JSON.stringify(present(item, question === null ? null : readStoredQuestion(question))),
  }));
  return { rows, total: { total } };
}

type Presenter = (item: Item, question: TextRow | null) => object;

/** How rows are shown; what they mention beside their own question is read at once, and has a budget of its own. */
async function presenter(db: Executor, run: Analysis, rows: readonly Item[], shown: number): Promise<Presenter> {
  const type = findAnalysisType(run.analysis_type);
  if (!('gather' in type)) return (item, question) => type.presentItem?.(item, question, run.parameters) ?? {};
  const mentions = (item: Item) => type.mentions?.(item) ?? [];
  const wanted = rows.flatMap((item, index) => mentions(item).map((mentioned) => ({ ...mentioned, index })));
  const kept = wanted.filter(({ index }) => index < shown).length;
  const { bodies, fitting } = await listVersionBodies(db, wanted, kept);
  if (fitting !== undefined) throw pageTooLarge(Math.max(1, wanted[fitting]?.index ?? 1));
  return (item, question) => {
    const mentioned = mentions(item).map(({ id, version }) => {
      const body = bodies.get(`${id}/${version}`);
      return body === undefined ? null : readStoredQuestion(body);
    });
    return type.presentItem?.(item, question, run.parameters, mentioned) ?? {};
  };
}
