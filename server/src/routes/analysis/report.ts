import type { FastifyRequest } from 'fastify';
import { findAnalysisType } from '../../analysis/index.ts';
import { numbered } from '../../analysis/wording.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { type Analysis, findAnalysis, findReportedResult, type ReportedResult } from '../../store/analysis/analyses.ts';
import { route } from '../route.ts';
import { READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { memberOf } from './items/csv.ts';
import { listRows } from './items/list-rows.ts';
import { formatCell } from './report/cell.ts';
import { type Report, type ReportPlot, renderReport } from './report/page.ts';
import { describeSet } from './report/set-in-words.ts';
import { analysisPath } from './schema.ts';
import { findPicture, type Theme } from './shared/picture.ts';
import { analysisId, analysisNotFound, readFinding, rejectWithheld } from './shared/present.ts';

/** The number of rows on a printed page. The other rows are at the address of the analysis. */
const ROWS = 10;
const MAX_PLOTS = 6;

export const getReport = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/analysis/:id/report',
    config: { json: false, cost: deps.config.costPlot * MAX_PLOTS },
    schema: {
      operationId: 'getAnalysisReport',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'A self-contained page for people: findings, first rows and plots, printable on one sheet',
      params: analysisPath,
      response: {
        ...responses({}, [...READ_REJECTIONS.filter((status) => status !== 406), 404, 409]),
        200: {
          description: 'The page',
          content: { 'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } } },
        },
      },
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      const run = await findAnalysis(deps.db.reads, id);
      if (run === undefined) throw analysisNotFound(id);
      rejectWithheld(deps, request, run);
      reply.visibilityApplied = true;
      const result = await findReportedResult(deps.db.reads, id, MAX_PLOTS);
      if (result === null) throw notFinished(run);
      const page = renderReport(await composeReport(deps, pictures, request, run, result));
      return reply
        .header(
          'content-security-policy',
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
        )
        .header('cache-control', 'private, max-age=3600') // a result never changes
        .type('text/html; charset=utf-8')
        .send(page);
    },
  });

async function composeReport(
  deps: Deps,
  pictures: Pictures,
  request: FastifyRequest,
  run: Analysis,
  result: ReportedResult,
): Promise<Report> {
  const type = findAnalysisType(run.analysis_type);
  const { rows, total } = await listRows(deps, request, run, null, { limit: ROWS + 1, offset: 0, after: undefined });
  const paths = Object.keys(type.columns).map((path) => path.split('.'));
  const cells = ({ text }: { text: string }) => {
    const row = JSON.parse(text) as object;
    return paths.map((path) => formatCell(path.at(-1) ?? '', memberOf(row, path)));
  };
  return {
    title: type.title,
    set: describeSet(run),
    facts: [
      numbered(run.question_count ?? 0, 'question'),
      `as of ${run.snapshot_at?.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      run.engine_version,
      run.id,
    ],
    findings: (run.findings ?? []).map(readFinding),
    plots: await drawPlots(deps, pictures, run.id, result),
    columns: Object.values(type.columns),
    rows: rows.slice(0, ROWS).map(cells),
    rowsTotal: total.total ?? 0,
    warnings: result.warnings.map(({ message }) => message),
    method: result.method,
  };
}

/** Draws one plot after the other, so that a report takes only one drawing slot. */
async function drawPlots(deps: Deps, pictures: Pictures, id: string, { plots }: ReportedResult): Promise<ReportPlot[]> {
  const drawn: ReportPlot[] = [];
  for (const { id: plot, title, description } of plots) {
    const draw = async (theme: Theme) => {
      const { bytes } = await findPicture(deps, pictures, { id, plot: `${plot}.svg`, theme });
      return `data:image/svg+xml;base64,${bytes.toString('base64')}`;
    };
    drawn.push({ title, description, light: await draw('light'), dark: await draw('dark') });
  }
  return drawn;
}

function notFinished({ id, status }: Analysis): AppError {
  const detail = `The analysis "${id}" is ${status} and has no result to report on.`;
  return new AppError('analysis_unfinished', { detail });
}
