import { type Static, Type } from 'typebox';

export const PARAMETERS = Type.Object(
  {
    basis: Type.Optional(
      Type.Enum(['auto', 'text', 'responses'], {
        default: 'auto',
        description: 'What the levels are compared with; auto means the text while no responses are stored.',
      }),
    ),
    folds: Type.Optional(
      Type.Integer({
        default: 5,
        minimum: 2,
        maximum: 10,
        description: 'Number of folds; each is judged by a model trained on the others.',
      }),
    ),
    flag_confidence: Type.Optional(
      Type.Number({
        default: 0.8,
        minimum: 0.5,
        maximum: 0.99,
        description: 'Minimum probability of another level to flag a question.',
      }),
    ),
    sample: Type.Optional(
      Type.Integer({
        default: 200_000,
        minimum: 100,
        maximum: 200_000,
        description: 'Maximum number of questions to learn from, each level in proportion; all are judged.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        default: 50,
        minimum: 1,
        maximum: 500,
        description:
          'Maximum number of flagged questions in the result, and of cues per level (at most 50); the items list all flagged questions.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        default: 1,
        minimum: 0,
        maximum: 4_294_967_295,
        description: 'Determines which question falls into which fold.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The parameters of a run, with every default filled in. */
export type DifficultyCheckParameters = Required<Static<typeof PARAMETERS>>;

export function checkParameters({ basis }: DifficultyCheckParameters): { pointer: string; detail: string }[] {
  if (basis !== 'responses') return [];
  return [{ pointer: '/basis', detail: 'Responses are not stored yet, so levels can only be compared with the text.' }];
}
