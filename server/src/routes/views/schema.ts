import { type Static, Type } from 'typebox';
import { QUESTION_SORTS } from '../../domain/http/page.ts';
import type { RequestedFilter } from '../../domain/questions/filter.ts';
import { SHOWN_FIELDS, type ShownField } from '../../domain/questions/visibility.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { time } from '../shared/credential-schema.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const SORTS = QUESTION_SORTS.flatMap((name) => [name, `-${name}`]);

const name = Type.String({ minLength: 1, maxLength: 100, description: 'The name of the list' });
const filter = Type.Unsafe<RequestedFilter>({ $ref: 'QuestionFilter#' });
const sort = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...SORTS, null],
  description: '`sort` of GET /questions; null: its usual order',
});
const columns = Type.Unsafe<ShownField[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: [...SHOWN_FIELDS] },
  minItems: 1,
  maxItems: SHOWN_FIELDS.length,
  uniqueItems: true,
  description: 'Fields to show, in this order: `fields` of GET /questions; null leaves the choice to the reader',
});
const shared = Type.Boolean({
  description: 'true: everybody who may read questions sees it; false: only its owner',
});

const exampleRequest = {
  name: 'Drafts about planets',
  filter: { status: 'draft', q: 'planet' },
  sort: '-updated_at',
  columns: ['question_text', 'difficulty', 'updated_at'],
  shared: true,
};

export const ViewRequest = Type.Object(
  {
    name,
    filter: Type.Optional(filter),
    sort: Type.Optional(sort),
    columns: Type.Optional(columns),
    shared: Type.Optional(shared),
  },
  {
    $id: 'ViewRequest',
    additionalProperties: false,
    description: 'By default every ready question, not shared',
    examples: [exampleRequest],
  },
);
export type ViewRequest = Static<typeof ViewRequest>;

export const ViewChange = Type.Object(
  {
    name: Type.Optional(name),
    filter: Type.Optional(filter),
    sort: Type.Optional(sort),
    columns: Type.Optional(columns),
    shared: Type.Optional(shared),
  },
  { $id: 'ViewChange', additionalProperties: false, examples: [{ columns: null }] },
);
export type ViewChange = Static<typeof ViewChange>;

const exampleView = {
  id: '019d8a33-a6f0-7000-8000-0000000000a1',
  ...exampleRequest,
  filter: { q: 'planet', status: 'draft' },
  owner: 'operator',
  created_by: 'operator',
  created_at: '2026-11-17T10:50:00.000Z',
  updated_at: '2026-11-17T10:50:00.000Z',
  version: 1,
};
export const changedView = { ...exampleView, columns: null, version: 2 };

const View = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name,
    filter,
    sort,
    columns,
    shared,
    owner: Type.String({ description: 'The same as `created_by`, as earlier releases named it' }),
    created_by: Type.String({ description: 'The principal who created it' }),
    created_at: time,
    updated_at: time,
    version: Type.Integer({ minimum: 1 }),
  },
  { $id: 'View', additionalProperties: false, examples: [exampleView] },
);

const ViewList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'View#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'ViewList',
    additionalProperties: false,
    examples: [{ data: [exampleView], pagination: examplePage({ total: 1 }) }],
  },
);

export const viewSchemas = [ViewRequest, ViewChange, View, ViewList];
export const viewPath = Type.Object({ id: Type.String({ description: 'Id of the view' }) });

export function viewId(params: { id: string }): string {
  if (!isUuid(params.id)) throw viewNotFound(params.id);
  return params.id.toLowerCase();
}

export function viewNotFound(id: string): AppError {
  const detail = `No view that you may see has the id "${id.slice(0, 100)}".`;
  return new AppError('view_not_found', { detail });
}
