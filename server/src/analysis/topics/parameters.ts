import { Type } from 'typebox';

const GROUPINGS = ['category', 'topic', 'cluster'] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const MIN_K = 2;
export const MAX_K = 50;

export interface TopicsParameters {
  group_by: Grouping;
  k: number | 'auto';
  top_terms: number;
  /** The shortest and the longest run of words that counts as a term. */
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
        description: 'The groups to list terms for. With "topic", topics replace categories as the declared labels.',
      }),
    ),
    k: Type.Optional(
      Type.Unsafe<number | 'auto'>({
        anyOf: [
          { type: 'integer', minimum: MIN_K, maximum: MAX_K },
          { type: 'string', const: 'auto' },
        ],
        default: 'auto',
        description: 'Number of clusters; "auto" chooses the number with the best silhouette on a sample.',
      }),
    ),
    top_terms: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 10, description: 'Maximum number of terms per group.' }),
    ),
    ngrams: Type.Optional(
      Type.Unsafe<[number, number]>({
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 2 },
        minItems: 2,
        maxItems: 2,
        default: [1, 2],
        description: 'Minimum and maximum number of words in a term, each 1 or 2.',
      }),
    ),
    min_df: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1e6,
        default: 2,
        description: 'Minimum number of questions with a term; rarer terms are left out.',
      }),
    ),
    max_df: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 0.5,
        description: 'Maximum share of questions with a term; more frequent terms are left out.',
      }),
    ),
    sample: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 200_000,
        default: 200_000,
        description: 'Maximum number of questions to learn clusters from; all others are assigned to the clusters.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        default: 50,
        description:
          'Maximum number of groups and of misfiled questions in the result; the items list all misfiled questions.',
      }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 1 })),
  },
  { additionalProperties: false },
);

/** Checks that a schema cannot express. */
export function checkParameters({ ngrams }: TopicsParameters): { pointer: string; detail: string }[] {
  const [least, most] = ngrams;
  return least <= most ? [] : [{ pointer: '/ngrams', detail: 'The first number must not be above the second.' }];
}
