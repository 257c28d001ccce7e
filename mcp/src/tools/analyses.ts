import type { Analysis, AnalysisRequest } from '../../../client/src/index.ts';
import { bounded, PAGING, type Paging, pageText, text } from '../text.ts';
import { type Call, type Tool, tool } from '../tool.ts';
import { FILTER, type Filter } from './filter.ts';
import { readPlot } from './plot.ts';

const MAX_WAIT_SECONDS = 20;
const RUN_WAIT_SECONDS = 15;
const analysisId = { type: 'string', format: 'uuid', description: 'The id of an analysis.' };

interface Run {
  analysis_type: string;
  filter?: Filter;
  question_ids?: string[];
  parameters?: Record<string, unknown>;
}

interface Rows extends Paging {
  analysis_id: string;
  where?: Record<string, string[]>;
}

export const analyses: readonly Tool[] = [
  tool<{ analysis_type?: string }>({
    name: 'list_analysis_types',
    title: 'List analysis types',
    description:
      'Lists the types of analysis: duplicates, flaws of questions, coverage, levels, topics and more. With `analysis_type`, also returns its parameters as JSON Schema, the filters of its rows, and a glossary. Use it before run_analysis.',
    readOnly: true,
    properties: {
      analysis_type: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'Describe only this type, in detail.',
      },
    },
    run: async ({ analysis_type }, { quaestor, options }) => {
      const { data } = await quaestor.analysis.types(options);
      if (analysis_type === undefined)
        return text({
          data: data.map(({ analysis_type: name, title, description }) => ({ name, title, description })),
        });
      const found = data.find((one) => one.analysis_type === analysis_type);
      const known = data.map((one) => one.analysis_type).join(', ');
      if (found === undefined) throw new Error(`Unknown analysis type. The types are: ${known}.`);
      const { title, description, parameters_schema, filters, glossary } = found;
      const shown = { analysis_type, title, description, parameters_schema, filters, glossary };
      return [{ type: 'text', text: bounded(shown, 'The whole text is available at GET /analysis/types.') }];
    },
  }),
  tool<Run>({
    name: 'run_analysis',
    title: 'Run an analysis',
    description:
      `Analyses all ready questions, or those of \`filter\` or \`question_ids\`, and waits up to ${RUN_WAIT_SECONDS} s. Returns findings in sentences, most important first, each with \`rows\`, the arguments for list_analysis_rows. ` +
      'If `status` is not yet "succeeded", call get_analysis with the id. Use "duplicates" for duplicates, and "item_flaws" for wrong or weak questions. Needs analysis:run; findings need questions:read.',
    readOnly: false,
    properties: {
      analysis_type: { type: 'string', minLength: 1, maxLength: 100, description: 'A name from list_analysis_types.' },
      filter: {
        type: 'object',
        properties: FILTER,
        additionalProperties: false,
        description: 'The default is all ready questions.',
      },
      question_ids: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 1000 },
      parameters: { type: 'object', description: 'Described by list_analysis_types. All have defaults.' },
    },
    required: ['analysis_type'],
    run: async ({ filter, question_ids, ...request }, call) => {
      const chosen = question_ids === undefined ? { filter: filter ?? {} } : { question_ids };
      const asked = { ...request, ...chosen } as AnalysisRequest;
      return showAnalysis(await call.quaestor.analysis.run(asked, waiting(call, RUN_WAIT_SECONDS)));
    },
  }),
  tool<{ analysis_id: string; wait_seconds?: number }>({
    name: 'get_analysis',
    title: 'Read an analysis',
    description:
      'Reads an analysis: its status, findings in sentences with the arguments for their rows, names of plots, and the result if it is short. With `wait_seconds`, waits for a running analysis. Needs analysis:read; findings need questions:read.',
    readOnly: true,
    properties: {
      analysis_id: analysisId,
      wait_seconds: { type: 'integer', minimum: 0, maximum: MAX_WAIT_SECONDS, default: 0 },
    },
    required: ['analysis_id'],
    run: async ({ analysis_id, wait_seconds = 0 }, call) =>
      showAnalysis(await call.quaestor.analysis.get(analysis_id, waiting(call, wait_seconds))),
  }),
  tool<Rows>({
    name: 'list_analysis_rows',
    title: 'List rows of an analysis',
    description:
      'Lists the rows behind a finding, most important first: questions, pairs or cells. Pass `where` as given in `rows` of the finding, or omit it for all rows. Returns `data`, the total and `next_cursor`.',
    readOnly: true,
    properties: {
      analysis_id: analysisId,
      where: {
        type: 'object',
        maxProperties: 10,
        additionalProperties: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 50 },
        description: 'Values by the name of a filter, such as {"rule": ["no_question_mark"]}.',
      },
      ...PAGING,
    },
    required: ['analysis_id'],
    run: ({ analysis_id, where = {}, cursor, limit }, { quaestor, options }) =>
      pageText({ ...(limit !== undefined && { limit }) }, 'Read the questions one by one.', (size) =>
        quaestor.analysis.items(
          analysis_id,
          { ...where, limit: size, ...(cursor !== undefined && { cursor }) },
          options,
        ),
      ),
  }),
  tool<{ analysis_id: string; plot: string }>({
    name: 'get_plot',
    title: 'Show a plot',
    description:
      'Returns a plot of an analysis as a PNG image, by its name in `plots` of get_analysis. Use it if an image is clearer than rows, or if somebody asks for one.',
    readOnly: true,
    properties: {
      analysis_id: analysisId,
      plot: {
        type: 'string',
        pattern: '^[a-z0-9_-]{1,100}$',
        description: 'The id of the plot, without a file extension.',
      },
    },
    required: ['analysis_id', 'plot'],
    run: async ({ analysis_id, plot }, call) => [
      { type: 'image', mimeType: 'image/png', data: await readPlot(call, analysis_id, plot) },
    ],
  }),
];

/** The service replies when the run ends, or with its progress after this time. */
function waiting({ options }: Call, seconds: number): Call['options'] {
  return { ...options, headers: { ...options.headers, prefer: `wait=${seconds}` } };
}

function showAnalysis(analysis: Analysis) {
  const { id, analysis_type, status, question_count, progress, withheld, error } = analysis;
  const { plots = [], ...result } = (analysis.result ?? {}) as { plots?: { id: string; title?: string }[] };
  const findings = analysis.findings?.map(({ severity, text: sentence, next_step, count, items }) => ({
    severity,
    text: sentence,
    next_step,
    count,
    ...(items !== null && { rows: rowsOf(id, items) }),
  }));
  const shown = {
    analysis_id: id,
    analysis_type,
    status,
    question_count,
    ...(status === 'queued' || status === 'running' ? { progress, next: 'Call get_analysis with wait_seconds.' } : {}),
    ...(error !== null && { error }),
    ...(withheld !== undefined && { withheld, reason: 'These reveal answers, and the token lacks questions:read.' }),
    findings: findings ?? null,
    plots: plots.map((plot) => ({ id: plot.id, title: plot.title })),
  };
  const where = `See quaestor://analyses/${id} for the whole result.`;
  const whole = JSON.stringify({ ...shown, result });
  const fits = whole.length <= MAX_SHOWN;
  return [{ type: 'text' as const, text: fits ? whole : bounded({ ...shown, result: where }, where) }];
}

/** A longer result is available only as a resource; the findings contain the important points. */
const MAX_SHOWN = 8000;

/** Converts the URL of a finding's rows to the arguments of list_analysis_rows. */
function rowsOf(id: string, items: string): object {
  const { searchParams } = new URL(items, 'http://service');
  const where = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  return { analysis_id: id, where };
}
