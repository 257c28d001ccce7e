import { STATUS_CODES } from 'node:http';
import type { ResponseHeader } from '../../plugins/openapi/headers.ts';

type Schema = object;

/** The response of an operation with a given status. */
interface Given {
  description: string;
  schema?: Schema;
  /** A real example, if it is not that of the schema. */
  example?: unknown;
  /** Headers that do not follow from the operation; see plugins/openapi/headers.ts. */
  headers?: readonly ResponseHeader[];
}

interface Reply {
  description: string;
  content?: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
  headers?: Readonly<Record<string, object>>;
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: 'Problem#' } } };

/** The replies of an operation: what it returns, and the statuses with which it rejects (all with a Problem). */
export function responses(
  given: Readonly<Record<number, Given>>,
  rejections: readonly number[],
): Record<number, Reply> {
  const replies = Object.entries(given).map(([status, reply]): [string, Reply] => [status, describe(reply)]);
  const problems = rejections.map((status): [string, Reply] => [
    String(status),
    { description: STATUS_CODES[status] ?? '', content: PROBLEM },
  ]);
  return Object.fromEntries([...replies, ...problems]);
}

function describe({ description, schema, example, headers = [] }: Given): Reply {
  return {
    description,
    ...(schema !== undefined && {
      content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
    }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map((name) => [name, {}])) }),
  };
}

/** Rejections of every operation that reads the database and replies with JSON. */
export const READ_REJECTIONS = [400, 406, 503, 504];
/** … and of every operation that takes a body. */
export const BODY_REJECTIONS = [...READ_REJECTIONS, 413, 415];
/** … and of every POST, which may carry an Idempotency-Key. */
export const POST_REJECTIONS = [...BODY_REJECTIONS, 409, 422];

export const NOT_MODIFIED = { description: 'The caller already has the current response (If-None-Match).' };

export const idempotencyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      description:
        'A repeated request with the same key and body gets the same response and has no second effect. Keys are kept for 24 h.',
    },
  },
} as const;
