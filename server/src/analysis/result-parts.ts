import { Type } from 'typebox';
import { PLOT_KINDS } from '../domain/analysis/plot.ts';

const count = Type.Integer({ minimum: 0 });

/** The parts that every result schema contains besides its summary; see `CommonResult`. */
export const resultParts = {
  warnings: Type.Array(
    Type.Object({ code: Type.String(), message: Type.String(), count }, { additionalProperties: false }),
  ),
  method: Type.String(),
  sentences: Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 }), {
    description: 'Code and values of each English sentence in the result, by its path, for other languages',
  }),
  plots: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum([...PLOT_KINDS]),
      title: Type.String(),
      description: Type.String(),
      n: count,
    }),
  ),
};
