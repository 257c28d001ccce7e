import { Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';
import { DELTA_SIZES } from '../statistics/cliffs-delta.ts';
import { DIMENSIONS } from './parameters.ts';
import { RELATIONS } from './rows.ts';
import { FEATURES } from './shares/measures.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const counted = (description: string) => Type.Integer({ minimum: 0, description });
const orNull = (type: 'number' | 'integer', description?: string) =>
  Type.Unsafe<number | null>({ type: [type, 'null'], ...(description === undefined ? {} : { description }) });
const value = Type.Unsafe<string | number | null>({
  type: ['string', 'integer', 'null'],
  description: 'A category, a level or a topic; null means no topic.',
});
const dimension = Type.Enum([...DIMENSIONS]);
const feature = Type.Enum([...FEATURES]);
const size = Type.Union([Type.Enum([...DELTA_SIZES]), Type.Null()], {
  description: "The size of Cliff's delta, with bounds at 0.147, 0.33 and 0.474.",
});

const share = Type.Object(
  {
    value,
    count_a: count,
    count_b: count,
    share_a: orNull('number'),
    share_b: orNull('number'),
    difference: orNull('number', 'Share of A minus share of B.'),
  },
  closed,
);

const term = Type.Object(
  {
    term: Type.String(),
    uses_a: count,
    uses_b: count,
    per_1000_a: Type.Number({ description: 'Uses per 1,000 words of set A.' }),
    per_1000_b: Type.Number(),
    log_odds: Type.Number({ description: 'Above 0: more frequent in A.' }),
    z: Type.Number({ description: 'Log-odds divided by their standard error.' }),
  },
  closed,
);

const overlap = Type.Object(
  {
    same_ids: counted('Number of questions in both sets.'),
    exact_text: counted('Questions of A whose normalised text set B has, under the same id or another.'),
    exact_text_b: counted('Questions of B whose normalised text set A has.'),
    share_of_a: orNull('number', 'exact_text divided by the size of A.'),
    share_of_b: orNull('number', 'exact_text_b divided by the size of B.'),
    copies: counted('Questions of A whose text set B has under another id.'),
    copies_b: counted('Questions of B whose text set A has under another id.'),
    near: orNull(
      'integer',
      'Questions of A with one in B that asks the same in other words, as in duplicates; null if not searched.',
    ),
    conflicts: orNull(
      'integer',
      'Questions of A with one in B that asks the same and has a different answer; null if not searched.',
    ),
  },
  closed,
);

const summary = Type.Object(
  {
    questions_a: count,
    questions_b: count,
    same_ids: count,
    exact_text: count,
    largest_difference: Type.Union([
      Type.Object({ dimension, ...share.properties }, { ...closed, description: 'The share that differs most.' }),
      Type.Null(),
    ]),
    largest_effect: Type.Union([
      Type.Object({ feature, cliffs_delta: Type.Number(), size: Type.Enum([...DELTA_SIZES]) }, closed),
      Type.Null(),
    ]),
  },
  closed,
);

export const resultSchema = Type.Object(
  {
    summary,
    overlap,
    dimensions: Type.Array(
      Type.Object(
        {
          dimension,
          jsd_bits: orNull('number', 'Jensen-Shannon divergence, base 2: 0 for the same mix, 1 for nothing in common.'),
          jensen_shannon_distance: orNull('number', 'Its square root, natural logarithm: 0 to 0.8326.'),
          cramers_v: orNull('number', '0 if set and value are independent, 1 if the set determines the value.'),
          values_total: count,
          values: Type.Array(share, {
            description: 'Levels in their order; other values by difference, largest first.',
          }),
        },
        closed,
      ),
    ),
    features: Type.Array(
      Type.Object(
        {
          feature,
          n_a: counted('Number of questions of A with such a value.'),
          n_b: count,
          median_a: orNull('number', 'By nearest rank.'),
          median_b: orNull('number'),
          cliffs_delta: orNull('number', 'Above 0: larger in A. -1 to 1.'),
          size,
          ks: orNull('number', 'Kolmogorov-Smirnov distance, 0 to 1.'),
        },
        closed,
      ),
    ),
    terms: Type.Object(
      {
        words_a: count,
        words_b: count,
        more_in_a_total: counted('Number of words with z of at least 1.96.'),
        more_in_b_total: count,
        more_in_a: Type.Array(term, { description: 'Most distinctive first.' }),
        more_in_b: Type.Array(term),
      },
      closed,
    ),
    ...resultParts,
  },
  closed,
);

const question = Type.Object(
  { question_id: Type.String({ format: 'uuid' }), version: Type.Integer(), ...shownQuestion },
  closed,
);

export const itemSchema = Type.Object(
  {
    relation: Type.Enum([...RELATIONS], {
      description:
        'exact: the same normalised text; conflict: the same question with a different answer; near: the same question in other words.',
    }),
    similarity: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Similarity of the texts: weight of the shared words over the weight of all.',
    }),
    a: question,
    b: question,
  },
  closed,
);
