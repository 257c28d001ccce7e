import { STATUS_CODES } from 'node:http';

type Schema = object;

interface Answer {
  description: string;
  content?: Readonly<Record<string, { schema: Schema }>>;
}

const PROBLEM = { 'application/problem+json': { schema: { $ref: 'Problem#' } } };

/** The answers of an operation: what it gives, and the statuses in which it refuses (all with a Problem). */
export function responses(
  given: Readonly<Record<number, { description: string; schema?: Schema }>>,
  refusals: readonly number[],
): Record<number, Answer> {
  const answers = Object.entries(given).map(([status, { description, schema }]): [string, Answer] => [
    status,
    schema === undefined ? { description } : { description, content: { 'application/json': { schema } } },
  ]);
  const problems = refusals.map((status): [string, Answer] => [
    String(status),
    { description: STATUS_CODES[status] ?? '', content: PROBLEM },
  ]);
  return Object.fromEntries([...answers, ...problems]);
}

/** Refusals of every operation that reads the database and answers JSON. */
export const READ_REFUSALS = [400, 406, 503, 504];
/** … and of every operation that takes a body. */
export const BODY_REFUSALS = [...READ_REFUSALS, 413, 415];
/** … and of every POST, which may carry an Idempotency-Key. */
export const POST_REFUSALS = [...BODY_REFUSALS, 409, 422];

export const NOT_MODIFIED = { description: 'The caller has the current answer already (If-None-Match).' };

export const idempotencyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      description:
        'A repeated request with the same key and body gets the same answer and has no second effect; kept for 24 h.',
    },
  },
} as const;
