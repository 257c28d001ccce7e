import type { FastifyRequest } from 'fastify';
import type { Item, TextRow } from '../../analysis/analysis-type.ts';
import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { pageTooLarge } from '../../domain/page-budget.ts';
import { mapInSlices } from '../../slices.ts';
import { type Analysis, findAnalysis } from '../../store/analyses.ts';
import { listItems } from '../../store/analysis-items.ts';
import type { Executor } from '../../store/database.ts';
import { listVersionBodies } from '../../store/question-bodies.ts';
import { KeysetQuery, readKeysetPage } from '../keyset-list.ts';
import { refusePlayers } from '../refuse-players.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { analysisId, analysisNotFound } from './present.ts';
import { analysisPath } from './schema.ts';

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
        [...READ_REFUSALS, 404],
      ),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const id = analysisId(request.params);
      const run = await findAnalysis(deps.db.reads, id);
      if (run === undefined) throw analysisNotFound(id);
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
  // Comparing two long texts takes a millisecond: a thousand rows would hold everybody up.
  const rows = await mapInSlices(found, ({ ordinal, question, fitting, ...item }) => ({
    ordinal,
    fitting,
    text: JSON.stringify(present(item, question === null ? null : (JSON.parse(question) as TextRow))),
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
      return body === undefined ? null : (JSON.parse(body) as TextRow);
    });
    return type.presentItem?.(item, question, run.parameters, mentioned) ?? {};
  };
}
