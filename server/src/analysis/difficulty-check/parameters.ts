import { type Static, Type } from 'typebox';

export const PARAMETERS = Type.Object(
  {
    basis: Type.Optional(
      Type.Enum(['auto', 'text', 'responses'], {
        default: 'auto',
        description: 'What the levels are held against; auto is the text while no responses are stored.',
      }),
    ),
    folds: Type.Optional(
      Type.Integer({
        default: 5,
        minimum: 2,
        maximum: 10,
        description: 'Parts of the sample; each is judged by what was learnt from the others.',
      }),
    ),
    flag_confidence: Type.Optional(
      Type.Number({
        default: 0.8,
        minimum: 0.5,
        maximum: 0.99,
        description: 'Another level must be at least so probable for a question to be flagged.',
      }),
    ),
    sample: Type.Optional(
      Type.Integer({
        default: 200_000,
        minimum: 100,
        maximum: 200_000,
        description: 'At most this many questions are learnt from, each level in its share; all are judged.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        default: 50,
        minimum: 1,
        maximum: 500,
        description:
          'Flagged questions in the result, and signs of each level, of these 50 at most; all flagged ones are items.',
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ default: 1, minimum: 0, maximum: 4_294_967_295, description: 'Deals the questions into parts.' }),
    ),
  },
  { additionalProperties: false },
);

/** As a run gets them: every default filled in. */
export type DifficultyCheckParameters = Required<Static<typeof PARAMETERS>>;

export function checkParameters({ basis }: DifficultyCheckParameters): { pointer: string; detail: string }[] {
  if (basis !== 'responses') return [];
  return [{ pointer: '/basis', detail: 'Responses are not stored yet, so levels can only be held against the text.' }];
}
