import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { keysetParameters } from '../keyset-list.ts';

const uuid = Type.String({ format: 'uuid' });
const pair = (description: string) => Type.Array(uuid, { minItems: 2, maxItems: 2, uniqueItems: true, description });
const note = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 500,
  description: 'Why they are not the same',
});

export const DismissalRequest = Type.Object(
  { question_ids: pair('Two different questions, in any order'), note: Type.Optional(note) },
  { $id: 'DismissalRequest', additionalProperties: false },
);
export type DismissalRequest = Static<typeof DismissalRequest>;

export const Dismissal = Type.Object(
  {
    id: uuid,
    question_ids: pair('The smaller id first'),
    note,
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.String({ description: 'The principal who marked the pair' }),
  },
  { $id: 'Dismissal', additionalProperties: false },
);

export const DismissalList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Dismissal#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  { $id: 'DismissalList', additionalProperties: false },
);

export const DismissalQuery = Type.Object(
  {
    ...keysetParameters,
    question_id: Type.Optional(Type.String({ format: 'uuid', description: 'Pairs that this question is one of' })),
  },
  { additionalProperties: false },
);
export type DismissalQuery = Static<typeof DismissalQuery>;

export const dismissalPath = Type.Object({ id: Type.String({ description: 'Id of the dismissal' }) });
export const duplicateSchemas = [DismissalRequest, Dismissal, DismissalList];

export function dismissalId(params: { id: string }): string {
  if (!isUuid(params.id)) throw dismissalNotFound(params.id);
  return params.id.toLowerCase();
}

export function dismissalNotFound(id: string): AppError {
  return new AppError('dismissal_not_found', { detail: `No dismissal has the id "${id.slice(0, 100)}".` });
}
