import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
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

/** The service can do its work: the database answers and its schema is the one this code needs. */
export const readyz = (deps: Deps) =>
  route({
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
      const pending = await listPendingMigrations(deps.db.reads).catch((cause: unknown) => {
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
