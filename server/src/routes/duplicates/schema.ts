import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { river, writer } from '../questions/examples.ts';
import { keysetParameters } from '../shared/keyset-list.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const uuid = Type.String({ format: 'uuid' });
const pair = (description: string) => Type.Array(uuid, { minItems: 2, maxItems: 2, uniqueItems: true, description });
const note = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 500,
  description: 'Why they are not the same',
});

const exampleRequest = {
  question_ids: [river.id, writer.id],
  note: 'One asks for a river, the other for a writer.',
};
const exampleDismissal = {
  id: '019d8a33-a6f0-7000-8000-000000000020',
  ...exampleRequest,
  created_at: '2026-11-17T10:20:00.000Z',
  created_by: 'operator',
};

export const DismissalRequest = Type.Object(
  { question_ids: pair('Two different questions, in any order'), note: Type.Optional(note) },
  { $id: 'DismissalRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type DismissalRequest = Static<typeof DismissalRequest>;

const Dismissal = Type.Object(
  {
    id: uuid,
    question_ids: pair('The smaller id first'),
    note,
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.String({ description: 'The principal who marked the pair' }),
  },
  { $id: 'Dismissal', additionalProperties: false, examples: [exampleDismissal] },
);

const DismissalList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Dismissal#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'DismissalList',
    additionalProperties: false,
    examples: [{ data: [exampleDismissal], pagination: examplePage({ total: 1 }) }],
  },
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
