import { Type } from 'typebox';
import { violationCodes } from '../../errors.ts';
import { deletedSchema } from './deleted.ts';

const Violation = Type.Object(
  {
    code: Type.String({ enum: Object.keys(violationCodes) }),
    detail: Type.String(),
    pointer: Type.Optional(Type.String({ description: 'JSON pointer into the body, as a URI fragment' })),
    parameter: Type.Optional(Type.String({ description: 'Name of the query parameter' })),
    header: Type.Optional(Type.String({ description: 'Name of the header' })),
    allowed: Type.Optional(Type.Array(Type.Unsafe<string | number>({ type: ['string', 'number'] }))),
    existing_id: Type.Optional(Type.String({ format: 'uuid', description: 'The question that conflicts' })),
    maximum: Type.Optional(Type.Integer({ description: 'The largest value allowed here' })),
  },
  { $id: 'Violation', additionalProperties: false },
);

const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String({ description: 'Stable code; GET /problems/{code} explains it' }),
    request_id: Type.String(),
    errors: Type.Array(Type.Unsafe<object>({ $ref: 'Violation#' }), { maxItems: 100 }),
    actual_count: Type.Optional(Type.Integer({ description: 'How many questions the filter matches' })),
    merged_into: Type.Optional(
      Type.String({ format: 'uuid', description: 'The question that the requested one was merged into' }),
    ),
  },
  { $id: 'Problem', additionalProperties: false, description: 'RFC 9457 problem document' },
);

const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    offset: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null when paging by cursor' }),
    total: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Exact; null when counting stopped at total_at_least',
    }),
    total_at_least: Type.Optional(Type.Integer()),
    has_more: Type.Boolean(),
    next_cursor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Present whenever has_more is true',
    }),
  },
  { $id: 'Pagination', additionalProperties: false },
);

/** A first page for examples. */
export function examplePage({ limit = 20, total }: { limit?: number; total: number }) {
  const has_more = total > limit;
  return { limit, offset: 0, total, has_more, next_cursor: has_more ? 'WyIyOWMxYzdhNiIsIjEiXQb2b0567f' : null };
}

const Deleted = deletedSchema(
  'Deleted',
  { id: Type.String({ format: 'uuid' }) },
  { id: '019d8a33-a6f0-7000-8000-000000000001' },
);

export const sharedSchemas = [Violation, Problem, Pagination, Deleted];
