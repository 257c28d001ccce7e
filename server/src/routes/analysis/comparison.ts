import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { AppError, violationError } from '../../errors.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { type Analysis, findAnalysis, findPreviousAnalysis } from '../../store/analysis/analyses.ts';
import { listOtherItems } from '../../store/analysis/compared-items.ts';
import { countItems } from '../../store/analysis/items.ts';
import type { Executor } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { compareFindings } from './comparison/compare-findings.ts';
import { presenter } from './items/list-rows.ts';
import { analysisPath } from './schema.ts';
import { analysisId, analysisNotFound, presentFinding, readFinding, rejectWithheld } from './shared/present.ts';

/**
 * The number of rows shown of each kind; all are counted. Two of the largest questions fit into the budget of a page.
 */
const SHOWN_ROWS = 20;
/** The maximum number of rows per run, which takes about a second. */
const MAX_ROWS = 200_000;

const ComparisonQuery = Type.Object(
  {
    with: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Another run of this type; by default the previous one with the same request',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Findings and rows that were added or removed since the previous run. */
export const compareAnalyses = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof ComparisonQuery> }>({
    method: 'GET',
    url: '/analysis/:id/comparison',
    config: { cost: deps.config.costScan },
    schema: {
      operationId: 'compareAnalyses',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'Findings and rows that are new or gone since the previous run of the same request',
      params: analysisPath,
      querystring: ComparisonQuery,
      response: responses(
        { 200: { description: 'The comparison', schema: { $ref: 'AnalysisComparison#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404, 409],
      ),
    },
    handler: async (request, reply) => {
      const later = await requireResult(deps.db.reads, analysisId(request.params));
      rejectWithheld(deps, request, later);
      reply.visibilityApplied = true;
      const before = request.query.with?.toLowerCase() ?? (await findPreviousAnalysis(deps.db.reads, later.id));
      if (before === undefined)
        return sendComparison(reply, { analysis_id: later.id, previous_id: null, findings: null }, 'null');
      const earlier = await requireResult(deps.db.reads, before);
      rejectWithheld(deps, request, earlier);
      rejectOtherType(later, earlier);
      const rows = await request.scan((db) => compareRows(db, later, earlier), deps.db.reads);
      const head = { analysis_id: later.id, previous_id: earlier.id, findings: compareRuns(later, earlier) };
      return sendComparison(reply, head, rows);
    },
  });

/** Rows are JSON already: parsing 40 of the largest pairs, 12 MB, would block other requests. */
function sendComparison(reply: FastifyReply, head: object, rows: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(head).slice(0, -1)},"rows":${rows}}`);
}

async function requireResult(db: Executor, id: string): Promise<Analysis> {
  const run = await findAnalysis(db, id);
  if (run === undefined) throw analysisNotFound(id);
  if (run.status === 'succeeded') return run;
  const detail = `The analysis "${id}" is ${run.status} and has no result to compare.`;
  throw new AppError('analysis_unfinished', { detail });
}

function rejectOtherType(later: Analysis, earlier: Analysis): void {
  if (later.analysis_type === earlier.analysis_type) return;
  const detail = `The other run is of type ${earlier.analysis_type}; only one of ${later.analysis_type} can be compared.`;
  throw violationError([{ code: 'not_allowed', detail, parameter: 'with' }]);
}

function compareRuns(later: Analysis, earlier: Analysis) {
  const read = ({ findings }: Analysis) => (findings ?? []).map(readFinding);
  const { added, removed, changed } = compareFindings(read(later), read(earlier));
  return {
    new: added.map((finding) => presentFinding(later.id, finding)),
    gone: removed.map((finding) => presentFinding(earlier.id, finding)),
    changed: changed.map(({ before, after }) => ({
      before: presentFinding(earlier.id, before),
      after: presentFinding(later.id, after),
    })),
  };
}

/** The rows as JSON; null if there are too many to compare. */
async function compareRows(db: Executor, later: Analysis, earlier: Analysis): Promise<string> {
  for (const { items_id } of [later, earlier]) if ((await countItems(db, items_id)) > MAX_ROWS) return 'null';
  return `{"new":${await listOthers(db, later, earlier)},"gone":${await listOthers(db, earlier, later)}}`;
}

async function listOthers(db: Executor, run: Analysis, other: Analysis): Promise<string> {
  const { identity } = findAnalysisType(run.analysis_type);
  const { count, rows } = await listOtherItems(db, { of: run.items_id, notIn: other.items_id }, identity, SHOWN_ROWS);
  const present = await presenter(db, run, rows, rows.length);
  const shown = await mapInSlices(rows, ({ question, ordinal: _, fitting: __, ...item }) =>
    JSON.stringify(present(item, question === null ? null : readStoredQuestion(question))),
  );
  return `{"count":${count},"data":[${shown.join(',')}]}`;
}
