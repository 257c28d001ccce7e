import { type Static, Type } from 'typebox';

export const FIELDS = ['question_text', 'correct_answer'] as const;
export type Field = (typeof FIELDS)[number];
/** The type is given, because Ajv would otherwise compare all pairs to find repeats. */
export const FIELD_SCHEMA = Type.Unsafe<Field>({ type: 'string', enum: FIELDS });

const GROUP_BY = Type.Union([Type.Enum(['category', 'difficulty', 'topic']), Type.Null()], {
  default: null,
  description: 'The groups to describe separately; null describes the whole set.',
});

export const PARAMETERS = Type.Object(
  {
    fields: Type.Optional(
      Type.Array(FIELD_SCHEMA, {
        default: [...FIELDS],
        minItems: 1,
        maxItems: FIELDS.length,
        uniqueItems: true,
        description: 'The texts to describe.',
      }),
    ),
    group_by: Type.Optional(GROUP_BY),
    percentiles: Type.Optional(
      Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
        default: [5, 25, 50, 75, 95],
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description: 'The percentiles to compute, by nearest rank.',
      }),
    ),
    language: Type.Optional(
      Type.Enum(['auto', 'en'], {
        default: 'auto',
        description: 'auto judges the readability of questions marked as English; en treats all as English.',
      }),
    ),
    outlier_z: Type.Optional(
      Type.Number({
        default: 3,
        exclusiveMinimum: 0,
        description:
          'Minimum distance of an outlier from the median length of its group, in median deviations of the logarithm, scaled to standard deviations. An outlier must also have at least four times the median length, or at most a quarter of it.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        default: 50,
        minimum: 1,
        maximum: 1000,
        description: 'Maximum number of words, outliers and groups to list.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The parameters of a run, with every default filled in. */
export type TextStatisticsParameters = Required<Static<typeof PARAMETERS>>;
