import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { mergeCalls } from '../../store/database/merge-calls.ts';
import { describeForeignBreak, listForeignBreaks, listPendingMigrations } from '../../store/database/migrations.ts';
import { findCredentials } from '../../store/tokens/credentials.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

const status = {
  type: 'object',
  properties: { status: { type: 'string', const: 'ok' } },
  required: ['status'],
  additionalProperties: false,
  examples: [{ status: 'ok' }],
};

/** Reports that the process is alive, without asking the database. */
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

/**
 * Probes have a time limit as well. A request that arrives during a check waits for the next one; two checks take less
 * than 2 s.
 */
const READY_WITHIN_MS = 900;

/** Reports whether the service can work: its load is known, tokens can be looked up, and the schema is up to date. */
export const readyz = (deps: Deps) => {
  // Anybody may ask as often as they like: concurrent requests share one check.
  const check = mergeCalls(
    async (calls: readonly undefined[]) => {
      const obstacle = await withinTime(findObstacle(deps));
      return calls.map(() => obstacle);
    },
    { maxBatch: Number.POSITIVE_INFINITY, concurrency: 1 },
  );
  let logged: string | undefined;
  return route({
    method: 'GET',
    url: '/readyz',
    config: { cost: 0 },
    schema: {
      operationId: 'getReadiness',
      tags: ['system'],
      security: OPEN_TO_ALL,
      summary: 'The database responds and is migrated',
      response: responses({ 200: { description: 'Ready', schema: status } }, [400, 406, 503]),
    },
    handler: async (request, reply) => {
      if (request.server.stopping.aborted)
        throw new AppError('service_unavailable', { detail: 'The service is about to stop.' });
      if (!request.server.loadIsKnown())
        throw new AppError('service_unavailable', {
          detail: 'The service has just started and does not know its load yet.',
          headers: { 'retry-after': '1' },
        });
      const obstacle = await check(undefined).catch((cause: unknown) => {
        throw new AppError('service_unavailable', {
          detail: 'The database does not respond.',
          cause,
          headers: { 'retry-after': '1' },
        });
      });
      if (obstacle !== undefined) {
        if (obstacle !== logged) request.log.error(obstacle);
        logged = obstacle;
        throw new AppError('service_unavailable', { detail: obstacle, headers: { 'retry-after': '5' } });
      }
      return reply.header('cache-control', 'no-store').send({ status: 'ok' });
    },
  });
};

/** Uses the connection for tokens, which every request needs. The token that it looks up does not exist. */
async function findObstacle({ db, now }: Deps): Promise<string | undefined> {
  await findCredentials(db.access, [Buffer.alloc(0)], now());
  const pending = await listPendingMigrations(db.access);
  if (pending.length > 0) return `The database lacks ${pending.length} migration(s): run \`migrate\`.`;
  const [broken] = await listForeignBreaks(db.access);
  return broken === undefined ? undefined : describeForeignBreak(broken);
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no response within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
