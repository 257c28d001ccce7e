import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';
import { beginAnonymous, controlAccess, requireDeclaredAccess } from './plugins/access/access.ts';
import { chargeForSize } from './plugins/access/rate-limit.ts';
import { handleErrors } from './plugins/http/error-handler.ts';
import { addStandardHeaders } from './plugins/http/headers.ts';
import { measureRequests } from './plugins/http/metrics.ts';
import { requestId } from './plugins/http/request-id.ts';
import { rememberRoute } from './plugins/http/route.ts';
import { drainOnClose } from './plugins/load/drain.ts';
import { probeRoutes } from './routes/index.ts';

const MAX_BODY_BYTES = 1024;
const MAX_CONNECTIONS = 100;
const TIMEOUT_MS = 10_000;

/** `/healthz`, `/readyz` and `/metrics` of a process without an API: the worker. */
export async function buildProbes(deps: Deps, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  drainOnClose(app, deps.config);
  app.decorate('loadIsKnown', () => true); // it never rejects anything
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setValidatorCompiler(() => () => true); // it accepts no input
  rememberRoute(app);
  handleErrors(app, deps.config);
  measureRequests(app, deps.metrics.registry);
  requireDeclaredAccess(app);
  addStandardHeaders(app, deps.config);
  beginAnonymous(app, deps);
  controlAccess(app, deps);
  chargeForSize(app, deps);
  app.setNotFoundHandler(() => {
    throw new AppError('route_not_found', { detail: 'This process only serves /healthz, /readyz and /metrics.' });
  });
  for (const route of probeRoutes(deps)) app.route(route);
  await app.ready();
  return app;
}
