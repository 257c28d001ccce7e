import { Type } from 'typebox';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';

export const DIMENSIONS = ['category', 'difficulty', 'topic'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Which questions a cell holds; a topic of null means "none", a key that is absent "any". */
export interface CellKeys {
  category?: string;
  difficulty?: number;
  topic?: string | null;
}

/** A cell of the blueprint with what is wanted there: a count or a share of all questions, a floor, or both. */
export interface BlueprintCell extends CellKeys {
  target_count?: number;
  target_share?: number;
  min_count?: number;
}

export interface CoverageParameters {
  dimensions: readonly Dimension[];
  /** Empty: none. */
  blueprint: readonly BlueprintCell[];
  min_cell: number;
  top_n: number;
}

const blueprintCell = Type.Object(
  {
    category: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        knownCategory: true,
        minLength: 1,
        maxLength: 100,
        description: 'A category of GET /categories; upper and lower case do not matter.',
      }),
    ),
    difficulty: Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: DIFFICULTY_LEVELS })),
    topic: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        minLength: 1,
        maxLength: 100,
        description: 'null: none.',
      }),
    ),
    target_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'Questions wanted.' })),
    target_share: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Share of all questions wanted, 0 to 1.' }),
    ),
    min_count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e9, description: 'Fewer are a gap whatever the target says.' }),
    ),
  },
  { additionalProperties: false },
);

export const parametersSchema = Type.Object(
  {
    dimensions: Type.Optional(
      Type.Array(Type.Unsafe<Dimension>({ type: 'string', enum: DIMENSIONS }), {
        minItems: 1,
        maxItems: DIMENSIONS.length,
        uniqueItems: true,
        default: ['category', 'difficulty'],
        description: 'What the questions are counted by.',
      }),
    ),
    blueprint: Type.Optional(
      Type.Array(blueprintCell, { maxItems: 1000, default: [], description: 'What is wanted; empty: no blueprint.' }),
    ),
    min_cell: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e6, default: 5, description: 'A cell with fewer questions is thin.' }),
    ),
    top_n: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: 'Cells in the result; all are items.' }),
    ),
  },
  { additionalProperties: false },
);
