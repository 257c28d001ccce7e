import { Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { DIMENSIONS } from './parameters.ts';

/** The maximum length of every list in a result. */
export const MAX_ROWS = 1000;

const orNull = (type: 'number' | 'integer', description: string) =>
  Type.Unsafe<number | null>({ type: [type, 'null'], description });
const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const share = Type.Number({ minimum: 0, maximum: 1 });

const keys = Type.Object(
  {
    category: Type.Optional(Type.String()),
    difficulty: Type.Optional(Type.Integer()),
    topic: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null means no topic.' })),
  },
  { ...closed, description: 'One key per dimension.' },
);

export const cellSchema = Type.Object(
  {
    keys,
    count,
    share,
    expected: orNull(
      'number',
      'The expected count if the level were independent of the other dimensions or, with a single dimension, if questions were spread evenly.',
    ),
    residual_std: orNull('number', 'Standardised residual; a cell stands out above 3 or below -3.'),
  },
  closed,
);

const countedCell = Type.Object({ keys, count }, closed);
const marginal = Type.Array(
  Type.Object(
    { value: Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), count, share },
    closed,
  ),
  { maxItems: MAX_ROWS },
);

const summary = Type.Object(
  {
    questions: count,
    cells: count,
    empty_cells: count,
    thin_cells: Type.Integer({
      minimum: 0,
      description: 'Cells with fewer than min_cell questions, including empty ones.',
    }),
    gaps: count,
    largest_cell: countedCell,
    smallest_cell: countedCell,
  },
  closed,
);

export const resultSchema = Type.Object(
  {
    summary,
    cells: Type.Array(cellSchema, { maxItems: MAX_ROWS, description: 'The top_n fullest cells, fullest first.' }),
    cells_total: count,
    marginals: Type.Object(Object.fromEntries(DIMENSIONS.map((name) => [name, Type.Optional(marginal)])), closed),
    entropy: Type.Object(
      {
        bits: Type.Number(),
        evenness: orNull('number', "Pielou's evenness: 1 when all cells of the table are equally full."),
        effective_number: Type.Number({ description: 'Number of equally full cells with the same diversity.' }),
        gini_simpson: Type.Number(),
      },
      closed,
    ),
    independence: Type.Union([
      Type.Object({ chi2: Type.Number(), df: count, p: share, cramers_v: share }, closed),
      Type.Null(),
    ]),
    gaps: Type.Array(Type.Object({ keys, have: count, target: count, missing: count }, closed), {
      maxItems: MAX_ROWS,
      description: 'Unreached targets of the blueprint, or cells under min_cell; the largest gap first.',
    }),
    blueprint_fit: Type.Union([
      Type.Object(
        {
          chi2: orNull('number', 'Goodness of fit.'),
          df: orNull('integer', 'Degrees of freedom.'),
          p: orNull('number', 'Probability of a chi-square at least as large.'),
          jensen_shannon_distance: orNull('number', '0 for the same mix, 0.8326 for nothing in common.'),
          coverage_pct: orNull('number', 'Percentage of the wanted questions that exist.'),
        },
        closed,
      ),
      Type.Null(),
    ]),
    empty_cells: Type.Array(keys, { maxItems: MAX_ROWS }),
    ...resultParts,
  },
  closed,
);
