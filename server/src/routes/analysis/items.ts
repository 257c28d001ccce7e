import type { Item, TextRow } from '../../analysis/analysis-type.ts';
import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
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
        list: (page) => listPresented(deps, run, page),
        keyOf: ({ ordinal }) => String(ordinal),
      });
      return { data: rows.map(({ presented }) => presented), pagination };
    },
  });

interface Page {
  limit: number;
  offset: number;
  after: string | undefined;
}

async function listPresented({ db }: Deps, run: Analysis, { limit, offset, after }: Page) {
  if (run.status !== 'succeeded') return { rows: [], total: { total: 0 } };
  const from = after === undefined ? offset : Number(after) + 1;
  const { rows, total } = await listItems(db.reads, run.items_id, { limit, offset: from });
  const present = await presenter(db.reads, run, rows);
  const presented = rows.map(({ ordinal, question, ...item }) => ({
    ordinal,
    presented: present(item, question === null ? null : (JSON.parse(question) as TextRow)),
  }));
  return { rows: presented, total: { total } };
}

type Presenter = (item: Item, question: TextRow | null) => object;

/** How rows are shown; what they mention beside their own question is read at once. */
async function presenter(db: Executor, run: Analysis, rows: readonly Item[]): Promise<Presenter> {
  const type = findAnalysisType(run.analysis_type);
  if (!('gather' in type)) return (item, question) => type.presentItem?.(item, question, run.parameters) ?? {};
  const mentions = (item: Item) => type.mentions?.(item) ?? [];
  const bodies = await listVersionBodies(db, rows.flatMap(mentions));
  return (item, question) => {
    const mentioned = mentions(item).map(({ id, version }) => {
      const body = bodies.get(`${id}/${version}`);
      return body === undefined ? null : (JSON.parse(body) as TextRow);
    });
    return type.presentItem?.(item, question, run.parameters, mentioned) ?? {};
  };
}
