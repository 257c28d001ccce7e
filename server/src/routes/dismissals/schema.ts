import { type Static, Type } from 'typebox';
import { analysisTypes } from '../../analysis/index.ts';
import { river } from '../questions/examples.ts';
import { keysetParameters } from '../shared/keyset-list.ts';
import { examplePage } from '../shared/shared-schemas.ts';

export const uuid = Type.String({ format: 'uuid' });
const typeName = Type.String({ enum: analysisTypes.map(({ name }) => name) });
export const orNull = <Value>(schema: object) => Type.Unsafe<Value | null>({ anyOf: [schema, { type: 'null' }] });
export const pairOfIds = { minItems: 2, maxItems: 2, uniqueItems: true };
const reason = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 500,
  description: 'Why it was dismissed',
});
/** No type reports more aspects of one question. */
const MAX_ABOUT = 40;

const exampleRequest = {
  analysis_type: 'item_flaws',
  question_id: river.id,
  about: ['negative_wording'],
  reason: 'The exception is what the lesson is about.',
};
const exampleDismissal = {
  id: '019d8a33-a6f0-7000-8000-000000000021',
  ...exampleRequest,
  question_ids: null,
  version: 1,
  created_at: '2026-11-17T10:21:00.000Z',
  created_by: 'operator',
};

/** How a request identifies a row of an analysis of a given type. */
export const rowMembers = {
  question_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The question of the row, for types whose rows are about one question',
    }),
  ),
  question_ids: Type.Optional(
    Type.Array(uuid, { ...pairOfIds, description: 'The questions of the row, for duplicates and set_comparison' }),
  ),
  about: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
      minItems: 1,
      maxItems: MAX_ABOUT,
      uniqueItems: true,
      description:
        'What it is about: rules of item_flaws, `question_text` or `correct_answer` of text_statistics, `category` or `topic` of topics, `difficulty` of difficulty_check. Everything if left out',
    }),
  ),
};

export const RowDismissalRequest = Type.Object(
  {
    analysis_type: typeName,
    ...rowMembers,
    reason: Type.Optional(reason),
  },
  {
    $id: 'RowDismissalRequest',
    additionalProperties: false,
    description: 'For item_flaws without `about`: every rule that the question breaks now',
    examples: [exampleRequest],
  },
);
export type RowDismissalRequest = Static<typeof RowDismissalRequest>;

const RowDismissal = Type.Object(
  {
    id: uuid,
    analysis_type: typeName,
    question_id: orNull<string>({ type: 'string', format: 'uuid' }),
    question_ids: orNull<string[]>({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      ...pairOfIds,
      description:
        'For a pair, the smaller id first. Pairs apply to duplicates and set_comparison, and are shown as the former',
    }),
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description:
        'The version of the question: the dismissal is valid until the question changes. A pair is valid for any version',
    }),
    about: orNull<string[]>({ type: 'array', items: { type: 'string' } }),
    reason,
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.String({ description: 'The principal who dismissed it' }),
  },
  { $id: 'RowDismissal', additionalProperties: false, examples: [exampleDismissal] },
);

const RowDismissalList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'RowDismissal#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'RowDismissalList',
    additionalProperties: false,
    examples: [{ data: [exampleDismissal], pagination: examplePage({ total: 1 }) }],
  },
);

export const RowDismissalQuery = Type.Object(
  {
    ...keysetParameters,
    analysis_type: Type.Optional(typeName),
    question_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only those about this question' })),
  },
  { additionalProperties: false },
);
export type RowDismissalQuery = Static<typeof RowDismissalQuery>;

export const dismissalSchemas = [RowDismissalRequest, RowDismissal, RowDismissalList];
