import { Type } from 'typebox';
import type { RequestedFilter } from '../../domain/questions/filter.ts';

export const DIMENSIONS = ['category', 'difficulty', 'topic'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export interface SetComparisonParameters {
  /** Set B: exactly one of both. */
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
        description: 'The questions of set B, by id; or give `filter`.',
      }),
    ),
    filter: Type.Optional(
      Type.Unsafe<object>({
        $ref: 'QuestionFilter#',
        description: 'The questions of set B, as in GET /questions; {} means every ready question.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Set B, which the questions asked for (set A) are compared with.' },
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
        description: 'What the shares are compared by.',
      }),
    ),
    near_duplicates: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether to look for the same question in other words, and for contradictions.',
      }),
    ),
    top_terms: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Words to list for each set.' }),
    ),
    top_n: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 50, description: 'Categories and topics to list.' }),
    ),
  },
  { additionalProperties: false },
);

/** What a JSON Schema says badly: set B is named in exactly one way. */
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
