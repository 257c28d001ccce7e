import { Type } from 'typebox';

export const LenientResults = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          status: Type.Integer({ description: '201, or the status that the element alone would have got' }),
          question: Type.Optional(Type.Unsafe<object>({ $ref: 'Question#' })),
          duplicate: Type.Optional(
            Type.Unsafe<object>({ $ref: 'DuplicateOf#', description: 'With `on_duplicate=warn`' }),
          ),
          problem: Type.Optional(Type.Unsafe<object>({ $ref: 'Problem#' })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'LenientResults', additionalProperties: false },
);
