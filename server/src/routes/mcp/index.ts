import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { route } from '../route.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import { loadMcp } from './load.ts';
import { serve } from './serve.ts';

/**
 * The endpoint for assistants. It is not REST, so openapi.json leaves it out: see docs/how-to/connect-assistants.md.
 */
export async function mcpRoutes(deps: Deps): Promise<RouteOptions[]> {
  return [deps.config.mcp ? serve(deps, await loadMcp()) : closed()];
}

const SWITCHED_OFF =
  'Assistants cannot connect: /mcp is switched off. The operator sets MCP=true and restarts the service.';

function closed(): RouteOptions {
  return route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { json: false, withoutQuestions: true },
    schema: { hide: true, security: OPEN_TO_ALL },
    onRequest: (_request, _reply, done) => done(new AppError('route_not_found', { detail: SWITCHED_OFF })),
    handler: async () => {},
  });
}
