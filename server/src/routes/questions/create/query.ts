import { type Static, Type } from 'typebox';
import { ON_DUPLICATE } from '../../../operations/questions/check-duplicates.ts';
import { ON_CONFLICT } from '../../../operations/questions/store-elements.ts';
import { defaulted } from '../../shared/defaulted.ts';

export const CreateQuery = Type.Object(
  {
    on_conflict: defaulted(
      Type.Unsafe<(typeof ON_CONFLICT)[number]>({
        type: 'string',
        enum: [...ON_CONFLICT],
        default: 'error',
        description:
          'What to do with a question whose `external_id` is in use: reject it, leave the stored question as it is, or update it as PUT does',
      }),
    ),
    on_duplicate: defaulted(
      Type.Unsafe<(typeof ON_DUPLICATE)[number]>({
        type: 'string',
        enum: [...ON_DUPLICATE],
        default: 'allow',
        description:
          'What to do with a question that already exists, in the same or in other words: store it, store it and name the existing one, or reject it',
      }),
    ),
  },
  { additionalProperties: false },
);
export type CreateQuery = Static<typeof CreateQuery>;
