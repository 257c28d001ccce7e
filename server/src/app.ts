import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { beginAnonymous, controlAccess } from './plugins/access.ts';
import { answerClientError } from './plugins/client-errors.ts';
import { addConditionalAnswers } from './plugins/conditional.ts';
import { limitResponseTime } from './plugins/deadline.ts';
import { answerError, handleErrors } from './plugins/error-handler.ts';
import { addStandardHeaders, setStandardHeaders } from './plugins/headers.ts';
import { hideAnswers } from './plugins/hidden-answers.ts';
import { OBJECT_LIMIT_BYTES, parseJsonBodies } from './plugins/json-body.ts';
import { measureRequests } from './plugins/metrics.ts';
import { negotiateContent } from './plugins/negotiation.ts';
import { answerUnknownPaths } from './plugins/not-found.ts';
import { speakOauth } from './plugins/oauth-bodies.ts';
import { describeApi } from './plugins/openapi.ts';
import { shedLoad } from './plugins/overload.ts';
import { chargeBodies } from './plugins/rate-limit.ts';
import { requestId } from './plugins/request-id.ts';
import { answerFromCache } from './plugins/response-cache.ts';
import { logResponses } from './plugins/response-log.ts';
import { validateRequests } from './plugins/validation.ts';
import { allRoutes, formRoutes, namedSchemas } from './routes/index.ts';

const MAX_HEADER_BYTES = 64 * 1024;
/** Node looks for requests past their time limit this often; its own default of 30 s would double the limit. */
const TIMEOUT_CHECK_MS = 1000;

/** The whole service without a socket: bin/ listens with it, tests inject into it. */
export async function buildApp(deps: Deps, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    requestIdHeader: false,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: OBJECT_LIMIT_BYTES,
    requestTimeout: config.requestTimeoutMs,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node derives the time for the headers from it; Fastify sets it too late for that, and the longer of the two holds.
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(config.requestTimeoutMs, TIMEOUT_CHECK_MS),
    },
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    rewriteUrl: stripVersion,
    clientErrorHandler: answerClientError,
    // What the router itself refuses passes no hook.
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply, config);
      answerError(error, request, reply, config);
    },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // A logger of its own for each request would cost 2 µs and is hardly ever used: our lines name the request themselves.
  app.setChildLoggerFactory((parent) => parent);
  handleErrors(app, config);
  answerUnknownPaths(app);
  addStandardHeaders(app, config);
  limitResponseTime(app, config);
  beginAnonymous(app, deps);
  if (config.corsOrigins.length > 0)
    await app.register(cors, { origin: [...config.corsOrigins], methods: METHODS, exposedHeaders: EXPOSED });
  await shedLoad(app, config);
  controlAccess(app, deps);
  chargeBodies(app, deps);
  negotiateContent(app);
  parseJsonBodies(app);
  validateRequests(app, deps.categories, namedSchemas);
  hideAnswers(app);
  addConditionalAnswers(app, answerFromCache(app, deps));
  logResponses(app);
  const metrics = measureRequests(app, deps.db);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  await describeApi(app, namedSchemas);
  for (const route of allRoutes(deps, metrics)) app.route(route);
  await app.register(async (scope) => {
    speakOauth(scope);
    for (const route of formRoutes(deps)) scope.route(route);
  });
  await app.ready();
  return app;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = [
  'API-Version',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Preference-Applied',
  'WWW-Authenticate',
];

/** `{origin}` and `{origin}/v1` both serve version 1. */
function stripVersion(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const rest = url.slice('/v1'.length);
  return /^\/v1(?=[/?]|$)/u.test(url) ? (rest.startsWith('/') ? rest : `/${rest}`) : url;
}
