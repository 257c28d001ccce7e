import { Type } from 'typebox';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';

export const DIMENSIONS = ['category', 'difficulty', 'topic'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The keys of a cell; a topic of null means "no topic", an absent key means "any". */
export interface CellKeys {
  category?: string;
  difficulty?: number;
  topic?: string | null;
}

/** A cell of the blueprint with its target: a count or a share of all questions, a floor, or both. */
export interface BlueprintCell extends CellKeys {
  target_count?: number;
  target_share?: number;
  min_count?: number;
}

export interface CoverageParameters {
  dimensions: readonly Dimension[];
  /** Empty for no blueprint. */
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
        description: 'A category of GET /categories; case does not matter.',
      }),
    ),
    difficulty: Type.Optional(Type.Unsafe<number>({ type: 'integer', enum: DIFFICULTY_LEVELS })),
    topic: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        minLength: 1,
        maxLength: 100,
        description: 'null means no topic.',
      }),
    ),
    target_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'Target number of questions.' })),
    target_share: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Target share of all questions, 0 to 1.' }),
    ),
    min_count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e9, description: 'Fewer questions are a gap, whatever the target.' }),
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
        description: 'The dimensions to count by.',
      }),
    ),
    blueprint: Type.Optional(
      Type.Array(blueprintCell, {
        maxItems: 1000,
        default: [],
        description: 'The target for each cell; empty for no blueprint.',
      }),
    ),
    min_cell: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1e6, default: 5, description: 'A cell with fewer questions is thin.' }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 50,
        description: 'Maximum number of cells in the result; the items list all of them.',
      }),
    ),
  },
  { additionalProperties: false },
);
