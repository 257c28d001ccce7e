import { Type } from 'typebox';
import { lenientResults } from '../examples.ts';

const count = Type.Integer({ minimum: 0 });

export const LenientResults = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          status: Type.Integer({ description: '201, 200, or the status that the element would have got by itself' }),
          outcome: Type.Unsafe<string>({
            type: 'string',
            enum: ['created', 'updated', 'unchanged', 'skipped', 'failed'],
            description: 'The outcome for the element; `updated`, `unchanged` and `skipped` with `on_conflict`',
          }),
          question: Type.Optional(Type.Unsafe<object>({ $ref: 'Question#', description: 'The new question' })),
          id: Type.Optional(Type.String({ format: 'uuid', description: 'The id of the existing question' })),
          version: Type.Optional(Type.Integer({ minimum: 1, description: 'Its current version' })),
          changed: Type.Optional(Type.Array(Type.String(), { description: 'The fields that were updated' })),
          duplicate: Type.Optional(
            Type.Unsafe<object>({ $ref: 'DuplicateOf#', description: 'With `on_duplicate=warn`' }),
          ),
          problem: Type.Optional(Type.Unsafe<object>({ $ref: 'Problem#' })),
        },
        { additionalProperties: false },
      ),
    ),
    summary: Type.Object(
      { created: count, updated: count, unchanged: count, skipped: count, failed: count },
      { additionalProperties: false, description: 'How many elements had each outcome' },
    ),
  },
  { $id: 'LenientResults', additionalProperties: false, examples: [lenientResults] },
);
