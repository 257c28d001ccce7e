import { Type } from 'typebox';

export const GROUPINGS = ['category', 'topic', 'cluster'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const MIN_K = 2;
export const MAX_K = 50;

export interface TopicsParameters {
  group_by: Grouping;
  k: number | 'auto';
  top_terms: number;
  /** The shortest and the longest run of words that is a term. */
  ngrams: readonly [number, number];
  min_df: number;
  max_df: number;
  sample: number;
  top_n: number;
  seed: number;
}

export const parametersSchema = Type.Object(
  {
    group_by: Type.Optional(
      Type.Unsafe<Grouping>({
        type: 'string',
        enum: GROUPINGS,
        default: 'category',
        description:
          'What the terms are told of. With "topic", topics take the place of categories in all that is declared.',
      }),
    ),
    k: Type.Optional(
      Type.Unsafe<number | 'auto'>({
        anyOf: [
          { type: 'integer', minimum: MIN_K, maximum: MAX_K },
          { type: 'string', const: 'auto' },
        ],
        default: 'auto',
        description: 'Clusters; "auto": the number with the best silhouette on a sample.',
      }),
    ),
    top_terms: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 10, description: 'Terms listed for each group.' }),
    ),
    ngrams: Type.Optional(
      Type.Unsafe<[number, number]>({
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 2 },
        minItems: 2,
        maxItems: 2,
        default: [1, 2],
        description: 'Least and most words in a term: 1 or 2.',
      }),
    ),
    min_df: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e6, default: 2, description: 'Terms in fewer questions are left out.' }),
    ),
    max_df: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 0.5,
        description: 'Terms in a larger share of the questions are left out.',
      }),
    ),
    sample: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 200_000,
        default: 200_000,
        description: 'Questions that clusters are learnt from; all others are assigned to them.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 50,
        description: 'Groups and misfiled questions in the result; all misfiled ones are items.',
      }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 1 })),
  },
  { additionalProperties: false },
);

/** What a schema cannot say. */
export function checkParameters({ ngrams }: TopicsParameters): { pointer: string; detail: string }[] {
  const [least, most] = ngrams;
  return least <= most ? [] : [{ pointer: '/ngrams', detail: 'The first number must not be above the second.' }];
}
