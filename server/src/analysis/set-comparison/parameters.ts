import { Type } from 'typebox';
import type { RequestedFilter } from '../../domain/questions/filter.ts';

export const DIMENSIONS = ['category', 'difficulty', 'topic'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface SetComparisonParameters {
  /** Set B, given in exactly one of the two ways. */
  other: { question_ids?: readonly string[]; filter?: RequestedFilter };
  dimensions: readonly Dimension[];
  near_duplicates: boolean;
  top_terms: number;
  top_n: number;
}

const other = Type.Object(
  {
    question_ids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: 10_000,
        description: 'The ids of the questions of set B, instead of `filter`.',
      }),
    ),
    filter: Type.Optional(
      Type.Unsafe<object>({
        $ref: 'QuestionFilter#',
        description: 'The filter for set B, as in GET /questions; {} selects every ready question.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Set B, which the selected questions (set A) are compared with.' },
);

export const parametersSchema = Type.Object(
  {
    other,
    dimensions: Type.Optional(
      Type.Array(Type.Unsafe<Dimension>({ type: 'string', enum: DIMENSIONS }), {
        minItems: 1,
        maxItems: DIMENSIONS.length,
        uniqueItems: true,
        default: [...DIMENSIONS],
        description: 'The dimensions to compare shares by.',
      }),
    ),
    near_duplicates: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether to look for near-duplicates and contradictions.',
      }),
    ),
    top_terms: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number of words per set.' }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        default: 50,
        description: 'Maximum number of categories and of topics to list.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A rule that JSON Schema expresses badly: set B must be given in exactly one way. */
export function checkParameters({ other }: SetComparisonParameters): { pointer: string; detail: string }[] {
  const { question_ids, filter } = other;
  if (question_ids === undefined && filter === undefined) {
    return [{ pointer: '/other', detail: 'Give question_ids or filter.' }];
  }
  if (question_ids !== undefined && filter !== undefined) {
    return [{ pointer: '/other/filter', detail: 'Give question_ids or filter, not both.' }];
  }
  return [];
}
