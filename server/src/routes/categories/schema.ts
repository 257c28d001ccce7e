import { type Static, Type } from 'typebox';
import { MAX_CATEGORY_NAME_LENGTH } from '../../domain/categories.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { MERGE_STATUSES, type CategoryMerge as Merge } from '../../store/categories/merges.ts';
import { deletedSchema } from '../shared/deleted.ts';

export const CategoryRequest = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_CATEGORY_NAME_LENGTH,
      format: 'one-line',
      description: 'One line; unique, whatever the case',
      examples: ['History'],
    }),
  },
  { $id: 'CategoryRequest', additionalProperties: false, examples: [{ name: 'History' }] },
);
export type CategoryRequest = Static<typeof CategoryRequest>;

const Category = Type.Object(
  {
    name: Type.String(),
    merging_into: Type.Optional(
      Type.String({
        description: 'The category that its questions are being moved to; this one accepts no more of them',
      }),
    ),
  },
  { $id: 'Category', additionalProperties: false, examples: [{ name: 'History' }] },
);

const DeletedCategory = deletedSchema('DeletedCategory', { name: Type.String() }, { name: 'History' });

const time = Type.String({ format: 'date-time' });
const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

const queuedMerge = {
  id: '019d8a33-a6f0-7000-8000-000000000050',
  from: 'Literature',
  into: 'History',
  status: 'queued',
  progress: { completed: 0, total: 1 },
  created_by: 'operator',
  created_at: '2026-11-17T10:00:00.000Z',
  started_at: null,
  completed_at: null,
};
export const canceledMerge = { ...queuedMerge, status: 'canceled', completed_at: '2026-11-17T10:05:00.000Z' };

const CategoryMerge = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    from: Type.String({ description: 'The category that will be deleted' }),
    into: Type.String({ description: 'The category that its questions are moved to' }),
    status: Type.Unsafe<string>({ type: 'string', enum: [...MERGE_STATUSES] }),
    progress: Type.Object(
      {
        completed: Type.Integer({ minimum: 0, description: 'Questions moved so far' }),
        total: Type.Integer({ minimum: 0, description: 'Questions to move' }),
      },
      { additionalProperties: false },
    ),
    created_by: Type.String({ description: 'The principal who asked for it, and author of the changes' }),
    created_at: time,
    started_at: timeOrNull,
    completed_at: timeOrNull,
  },
  { $id: 'CategoryMerge', additionalProperties: false, examples: [queuedMerge] },
);

export function presentMerge({ from_id: _from, into_id: _into, completed, total, ...merge }: Merge) {
  const { id, from, into, status, created_by, created_at, started_at, completed_at } = merge;
  const times = { created_at, started_at, completed_at };
  return { id, from, into, status, progress: { completed, total }, created_by, ...times };
}

export const categoryPath = Type.Object({
  name: Type.String({ description: 'Name of the category; upper and lower case do not matter' }),
});
export const mergePath = Type.Object({ id: Type.String({ description: 'Id of the merge' }) });

export function mergeId(params: { id: string }): string {
  if (!isUuid(params.id)) throw mergeNotFound(params.id);
  return params.id.toLowerCase();
}

export function mergeNotFound(id: string): AppError {
  return new AppError('merge_not_found', { detail: `No merge of categories has the id "${id.slice(0, 100)}".` });
}

export const categorySchemas = [CategoryRequest, Category, DeletedCategory, CategoryMerge];
