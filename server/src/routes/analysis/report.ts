import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { translate, type WriteSentence } from '../../domain/sentences/write.ts';
import { AppError } from '../../errors.ts';
import type { Pictures } from '../../plots/pictures.ts';
import { writerOf } from '../../sentences/languages.ts';
import type { WrittenFinding } from '../../sentences/settle.ts';
import { type Analysis, findAnalysis, findReportedResult, type ReportedResult } from '../../store/analysis/analyses.ts';
import { route } from '../route.ts';
import { language, negotiateLanguage } from '../shared/language.ts';
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

const ReportQuery = Type.Object({ language }, { additionalProperties: false });

export const getReport = (deps: Deps, pictures: Pictures) =>
  route<{ Params: { id: string }; Querystring: { language?: string } }>({
    method: 'GET',
    url: '/analysis/:id/report',
    config: { json: false, cost: deps.config.costPlot * MAX_PLOTS },
    schema: {
      operationId: 'getAnalysisReport',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'A self-contained page for people: findings, first rows and plots, printable on one sheet',
      description:
        'In the language of `language`, otherwise of `Accept-Language`, if the service has texts in it; in English otherwise.',
      params: analysisPath,
      querystring: ReportQuery,
      response: {
        ...responses({}, [...READ_REJECTIONS.filter((status) => status !== 406), 404, 409]),
        200: {
          description: 'The page',
          headers: { 'Content-Language': {} },
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
      const chosen = negotiateLanguage(request, reply, request.query.language);
      const page = renderReport(await composeReport(deps, pictures, request, run, result, chosen));
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
  language: string,
): Promise<Report> {
  const type = findAnalysisType(run.analysis_type);
  const { rows, total } = await listRows(deps, request, run, null, { limit: ROWS + 1, offset: 0, after: undefined });
  const writer = writerOf(language);
  const write: Report['write'] = (code, values) => writer(code, values) ?? writerOf('en')(code, values) ?? code;
  const paths = Object.keys(type.columns).map((path) => path.split('.'));
  const cells = ({ text }: { text: string }) => {
    const row = JSON.parse(text) as object;
    return paths.map((path) => formatCell(writer, path.at(-1) ?? '', memberOf(row, path)));
  };
  const { method, warnings, plots } = translate(result, result.sentences ?? {}, writer);
  const set = describeSet(run);
  return {
    language,
    write,
    title: write(`terms.analysis.${run.analysis_type}`),
    set: write(set.code, set.values),
    facts: [
      write('report.questions', { questions: run.question_count ?? 0 }),
      write('report.as_of', { time: run.snapshot_at?.toISOString().slice(0, 16).replace('T', ' ') ?? '' }),
      run.engine_version,
      run.id,
    ],
    findings: (run.findings ?? []).map((stored) => translateFinding(readFinding(stored), writer)),
    plots: await drawPlots(deps, pictures, run.id, plots, language),
    columns: Object.keys(type.columns).map((path) => write(`report.columns.${run.analysis_type}.${path}`)),
    rows: rows.slice(0, ROWS).map(cells),
    rowsTotal: total.total ?? 0,
    warnings: warnings.map(({ message }) => message),
    method,
  };
}

/** Findings of earlier releases, which have no code, stay in English. */
function translateFinding({ severity, code, values, text, next_step }: WrittenFinding, writer: WriteSentence) {
  const written = code === null ? undefined : writer(`findings.${code}.text`, values);
  if (written === undefined) return { severity, text, next_step };
  return { severity, text: written, next_step: writer(`findings.${code}.next_step`, values) ?? null };
}

/** Draws one plot after the other, so that a report takes only one drawing slot. */
async function drawPlots(
  deps: Deps,
  pictures: Pictures,
  id: string,
  plots: ReportedResult['plots'],
  language: string,
): Promise<ReportPlot[]> {
  const drawn: ReportPlot[] = [];
  for (const { id: plot, title, description } of plots) {
    const draw = async (theme: Theme) => {
      const { bytes } = await findPicture(deps, pictures, { id, plot: `${plot}.svg`, theme, language });
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
