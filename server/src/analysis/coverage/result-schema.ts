import { Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { DIMENSIONS } from './parameters.ts';

/** No list of a result is longer. */
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
    topic: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: no topic.' })),
  },
  { ...closed, description: 'A key for each dimension.' },
);

export const cellSchema = Type.Object(
  {
    keys,
    count,
    share,
    expected: orNull('number', 'If level and the rest were independent; with one dimension, if spread evenly.'),
    residual_std: orNull('number', 'Standardised residual; beyond 3 either way the cell stands out.'),
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
    thin_cells: Type.Integer({ minimum: 0, description: 'Cells with fewer than min_cell questions, empty ones too.' }),
    gaps: count,
    largest_cell: countedCell,
    smallest_cell: countedCell,
  },
  closed,
);

export const resultSchema = Type.Object(
  {
    summary,
    cells: Type.Array(cellSchema, { maxItems: MAX_ROWS, description: 'The fullest first, top_n of them.' }),
    cells_total: count,
    marginals: Type.Object(Object.fromEntries(DIMENSIONS.map((name) => [name, Type.Optional(marginal)])), closed),
    entropy: Type.Object(
      {
        bits: Type.Number(),
        evenness: orNull('number', 'Pielou: 1 when all cells of the table are equally full.'),
        effective_number: Type.Number({ description: 'The number of equally full cells that would be as diverse.' }),
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
      description: 'Targets of the blueprint that are not reached, or cells under min_cell; the largest gap first.',
    }),
    blueprint_fit: Type.Union([
      Type.Object(
        {
          chi2: orNull('number', 'Goodness of fit.'),
          df: orNull('integer', 'Degrees of freedom.'),
          p: orNull('number', 'Of a chi-square at least as large.'),
          jensen_shannon_distance: orNull('number', '0 for the same mix, 0.8326 for nothing in common.'),
          coverage_pct: orNull('number', 'How much of all that is wanted is there.'),
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
