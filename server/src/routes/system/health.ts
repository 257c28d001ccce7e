import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { findCredential } from '../../store/credentials.ts';
import { mergeCalls } from '../../store/merge-calls.ts';
import { listPendingMigrations } from '../../store/migrations.ts';
import { responses } from '../responses.ts';
import { route } from '../route.ts';
import { OPEN_TO_ALL } from '../security.ts';

const status = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
};

/** The process lives; the database is not asked. */
export const healthz = () =>
  route({
    method: 'GET',
    url: '/healthz',
    config: { cost: 0 },
    schema: {
      operationId: 'getHealth',
      tags: ['system'],
      security: OPEN_TO_ALL,
      summary: 'The process is alive',
      response: responses({ 200: { description: 'Alive', schema: status } }, [400, 406]),
    },
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });

/** Whoever asks has a time limit too. Asked in the middle of a look one waits for the next: two of them are under 2 s. */
const READY_WITHIN_MS = 900;

/** The service can do its work: tokens can be looked up, and the schema is the one this code needs. */
export const readyz = (deps: Deps) => {
  // Anybody may ask as often as they like: all who ask at the same time share one look.
  const look = mergeCalls(
    async (calls: readonly undefined[]) => {
      const pending = await withinTime(findPending(deps));
      return calls.map(() => pending);
    },
    { most: Number.POSITIVE_INFINITY, underWay: 1 },
  );
  return route({
    method: 'GET',
    url: '/readyz',
    config: { cost: 0 },
    schema: {
      operationId: 'getReadiness',
      tags: ['system'],
      security: OPEN_TO_ALL,
      summary: 'The database answers and is migrated',
      response: responses({ 200: { description: 'Ready', schema: status } }, [400, 406, 503]),
    },
    handler: async (_request, reply) => {
      const pending = await look(undefined).catch((cause: unknown) => {
        throw new AppError('service_unavailable', {
          detail: 'The database does not answer.',
          cause,
          headers: { 'retry-after': '1' },
        });
      });
      if (pending.length > 0) {
        throw new AppError('service_unavailable', {
          detail: `The database lacks ${pending.length} migration(s): run npm run migrate.`,
          headers: { 'retry-after': '5' },
        });
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    },
  });
};

/** Asked on the connection of the tokens: without it nobody gets in. The token looked up is nobody's. */
async function findPending({ db, now }: Deps): Promise<string[]> {
  await findCredential(db.access, Buffer.alloc(0), now());
  return listPendingMigrations(db.access);
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
