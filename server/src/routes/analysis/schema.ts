import { type Static, Type } from 'typebox';
import { FINDING_SEVERITIES } from '../../analysis/finding.ts';
import { analysisTypes } from '../../analysis/index.ts';
import { ANALYSIS_ERRORS, ANALYSIS_PHASES, ANALYSIS_STATUSES } from '../../domain/analysis/analysis.ts';
import { MAX_CURSOR_LENGTH } from '../../domain/http/page.ts';
import { defaulted } from '../shared/defaulted.ts';
import { type KeysetQuery, keysetParameters } from '../shared/keyset-list.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { exampleComparison, exampleItem, exampleType, runRequest, succeededRun } from './examples.ts';

const TYPE_NAMES = analysisTypes.map(({ name }) => name);
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });
const typeName = Type.String({ enum: TYPE_NAMES });
const integerOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const MAX_QUESTION_IDS = 10_000;

export const AnalysisRequest = Type.Object(
  {
    analysis_type: typeName,
    question_ids: Type.Optional(
      Type.Array(uuid, {
        minItems: 1,
        maxItems: MAX_QUESTION_IDS,
        description: 'The questions, by id; or give `filter`',
      }),
    ),
    filter: Type.Optional(
      Type.Unsafe<object>({
        $ref: 'QuestionFilter#',
        description: 'The questions, as in GET /questions; {} means every ready question',
      }),
    ),
    parameters: Type.Optional(Type.Object({}, { description: 'Settings of the type, see GET /analysis/types' })),
  },
  {
    $id: 'AnalysisRequest',
    additionalProperties: false,
    examples: [runRequest],
    // Defaults are filled in where a schema states them; without `parameters` all defaults apply.
    allOf: analysisTypes.map(({ name, parameters }) => ({
      // Required; otherwise a request without a type would be compared with the parameters of every type.
      if: { properties: { analysis_type: { const: name } }, required: ['analysis_type'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { properties: { parameters: { ...parameters, type: undefined, default: {} } } }, // the type is stated above, once
    })),
  },
);
export type AnalysisRequest = Static<typeof AnalysisRequest>;

const finding = Type.Object(
  {
    severity: Type.String({ enum: [...FINDING_SEVERITIES] }),
    code: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Names the sentence in every language; null in results of earlier releases',
    }),
    values: Type.Object({}, { description: 'The numbers and names that the sentence mentions' }),
    text: Type.String({ description: 'One plain sentence, in English' }),
    next_step: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'What to do about it, in English',
    }),
    count: integerOrNull('The number of rows'),
    items: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Exactly these rows' }),
  },
  { additionalProperties: false },
);

const Analysis = Type.Object(
  {
    id: uuid,
    analysis_type: typeName,
    status: Type.String({ enum: [...ANALYSIS_STATUSES] }),
    parameters: Type.Object({}, { description: 'As given, with defaults filled in' }),
    question_ids: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: uuid }),
    filter: Type.Unsafe<object | null>({ anyOf: [{ $ref: 'QuestionFilter#' }, { type: 'null' }] }),
    question_count: integerOrNull('How many questions were analysed; null until succeeded'),
    progress: Type.Object(
      {
        completed: Type.Integer(),
        total: Type.Integer({ description: 'Steps; 0 until the analysis has been planned' }),
        phase: Type.String({ enum: [...ANALYSIS_PHASES] }),
      },
      { additionalProperties: false },
    ),
    findings: Type.Unsafe<object[] | null>({
      type: ['array', 'null'],
      items: finding,
      description: 'The result in sentences, most urgent first',
    }),
    result: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'Depends on the type, see GET /analysis/types. Null until succeeded',
    }),
    withheld: Type.Optional(
      Type.Array(Type.String({ enum: ['findings', 'result'] }), {
        description: 'The fields that are null because they reveal answers and the token lacks `questions:read`',
      }),
    ),
    error: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: {
        code: { type: 'string', enum: Object.keys(ANALYSIS_ERRORS) },
        title: { type: 'string' },
        detail: { type: 'string' },
      },
    }),
    engine_version: Type.String({ description: 'Same questions and same engine version: same result' }),
    snapshot_at: Type.Unsafe<string | null>({
      ...timeOrNull,
      description: 'When the bank was read; later edits change nothing',
    }),
    created_by: Type.String({ description: 'The principal who ran it' }),
    created_at: time,
    started_at: timeOrNull,
    completed_at: timeOrNull,
    expires_at: time,
    duration_ms: integerOrNull('From start to end'),
  },
  { $id: 'Analysis', additionalProperties: false, examples: [succeededRun] },
);

const AnalysisList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Analysis#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'AnalysisList',
    additionalProperties: false,
    examples: [{ data: [{ ...succeededRun, result: null }], pagination: examplePage({ total: 1 }) }],
  },
);

const AnalysisItemList = Type.Object(
  {
    data: Type.Array(Type.Object({}, { description: 'Depends on the type, see `item_schema` in GET /analysis/types' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
    assignments: Type.Optional(
      Type.Array(Type.Unsafe<object>({ $ref: 'Assignment#' }), {
        description: 'Open assignments of the rows on this page, for callers with `questions:read`',
      }),
    ),
  },
  {
    $id: 'AnalysisItemList',
    additionalProperties: false,
    examples: [{ data: [exampleItem], pagination: examplePage({ limit: 1, total: 3 }), assignments: [] }],
  },
);

const schemaOf = (what: string) => Type.Object({}, { description: `JSON Schema of ${what}` });

const AnalysisTypeList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          analysis_type: typeName,
          title: Type.String(),
          description: Type.String(),
          parameters_schema: schemaOf('`parameters`'),
          result_schema: schemaOf('`result`'),
          item_schema: Type.Unsafe<object | null>({
            type: ['object', 'null'],
            description: 'JSON Schema of a row of its items; null without any',
          }),
          filters: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                description: Type.String(),
                values: Type.Unsafe<string[] | null>({
                  type: ['array', 'null'],
                  items: { type: 'string' },
                  description: 'null: any text',
                }),
              },
              { additionalProperties: false },
            ),
            { description: 'Filters of its rows, in the query of GET /analysis/{id}/items' },
          ),
          orders: Type.Array(Type.String(), { description: 'Orders of its rows' }),
          glossary: Type.Record(Type.String(), Type.String(), {
            description: 'The statistics that its findings and result name, each in a sentence',
          }),
          needs_responses: Type.Boolean(),
          max_questions: integerOrNull('null: any number'),
          version: Type.Integer(),
        },
        { additionalProperties: false },
      ),
    ),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'AnalysisTypeList',
    additionalProperties: false,
    examples: [{ data: [exampleType], pagination: examplePage({ total: 1 }) }],
  },
);

const otherRows = (description: string) =>
  Type.Object(
    { count: Type.Integer(), data: Type.Array(Type.Object({}), { maxItems: 20, description: 'The first ones' }) },
    { additionalProperties: false, description },
  );
const comparedFindings = {
  type: ['object', 'null'],
  properties: {
    new: Type.Array(finding),
    gone: Type.Array(finding),
    changed: Type.Array(Type.Object({ before: finding, after: finding }, { additionalProperties: false }), {
      description: 'Findings that differ only in their numbers',
    }),
  },
  required: ['new', 'gone', 'changed'],
  additionalProperties: false,
};

const AnalysisComparison = Type.Object(
  {
    analysis_id: uuid,
    previous_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'null if there is no previous run of the same request',
    }),
    findings: Type.Unsafe<object | null>(comparedFindings),
    rows: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: { new: otherRows('Rows of this run only'), gone: otherRows('Rows of the previous run only') },
      required: ['new', 'gone'],
      additionalProperties: false,
      description: 'null if there is nothing to compare with, or a run has more than 200,000 rows',
    }),
  },
  { $id: 'AnalysisComparison', additionalProperties: false, examples: [exampleComparison] },
);

/** Smaller than for other lists: every row may carry a result of up to a megabyte. */
const MAX_ANALYSES = 100;

export const AnalysisQuery = Type.Object(
  {
    id: Type.Optional(uuid),
    analysis_type: Type.Optional(typeName),
    status: Type.Optional(
      Type.Unsafe<(typeof ANALYSIS_STATUSES)[number]>({ type: 'string', enum: [...ANALYSIS_STATUSES] }),
    ),
    question_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Analyses that named this question in question_ids' }),
    ),
    created_after: Type.Optional(time),
    created_before: Type.Optional(time),
    include_result: defaulted(Type.Boolean({ default: true, description: 'false leaves `result` null' })),
    limit: defaulted(Type.Integer({ minimum: 1, maximum: MAX_ANALYSES, default: 20 })),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Rows to skip; 0 by default' }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CURSOR_LENGTH,
        description: 'next_cursor of the previous page; not together with offset',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AnalysisQuery = Static<typeof AnalysisQuery>;

const FILTERS = analysisTypes.flatMap(({ filters }) => filters);
const FILTER_NAMES = [...new Set(FILTERS.map(({ name }) => name))];
const ORDER_NAMES = [...new Set(analysisTypes.flatMap(({ orders }) => Object.keys(orders)))];

/** GET /analysis/types lists in `filters` and `orders` which parameters a type supports. */
export const RowsQuery = Type.Object(
  {
    ...keysetParameters,
    ...Object.fromEntries(
      FILTER_NAMES.map((name) => [
        name,
        Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
            maxItems: 50,
            description: `${describeFilter(name)}; any of these; repeatable`,
          }),
        ),
      ]),
    ),
    sort: Type.Optional(
      Type.String({
        enum: ORDER_NAMES.flatMap((name) => [name, `-${name}`]),
        description: 'By default the most important first; `-` reverses',
      }),
    ),
  },
  { additionalProperties: false },
);
export type RowsQuery = KeysetQuery & { sort?: string } & Readonly<Record<string, unknown>>;

function describeFilter(name: string): string {
  return [...new Set(FILTERS.filter((one) => one.name === name).map(({ description }) => description))].join('; ');
}

export const analysisPath = Type.Object({ id: Type.String({ description: 'Id of the analysis' }) });
export const analysisSchemas = [
  AnalysisRequest,
  Analysis,
  AnalysisList,
  AnalysisItemList,
  AnalysisTypeList,
  AnalysisComparison,
];
