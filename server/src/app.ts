import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { Pictures } from './plots/pictures.ts';
import { beginAnonymous, controlAccess } from './plugins/access.ts';
import { limitBodyMemory } from './plugins/body-memory.ts';
import { answerClientError, answerConnect } from './plugins/client-errors.ts';
import { addConditionalAnswers } from './plugins/conditional.ts';
import { limitResponseTime } from './plugins/deadline.ts';
import { drainOnClose } from './plugins/drain.ts';
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
import { chargeForSize } from './plugins/rate-limit.ts';
import { limitReplyMemory } from './plugins/reply-memory.ts';
import { requestId } from './plugins/request-id.ts';
import { answerFromCache } from './plugins/response-cache.ts';
import { logResponses } from './plugins/response-log.ts';
import { rewriteRequest } from './plugins/rewrite-request.ts';
import { limitScans } from './plugins/scans.ts';
import { takeTurns } from './plugins/turns.ts';
import { validateRequests } from './plugins/validation.ts';
import { limitParameters, requireWellFormedRequests } from './plugins/well-formed.ts';
import { allRoutes, formRoutes, namedSchemas } from './routes/index.ts';

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_HEADERS = 200;
const MAX_REQUESTS_PER_SOCKET = 100_000;
/** A connection on which nothing moves: longer than the longest wait that a request may ask for (30 s). */
const SILENCE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
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
    connectionTimeout: SILENCE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: MAX_REQUESTS_PER_SOCKET,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false, // Node would refuse without a body; see requireWellFormedRequests
      // Node derives the time for the headers from it; Fastify sets it too late for that, and the longer of the two holds.
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(config.requestTimeoutMs, TIMEOUT_CHECK_MS),
    },
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what comes on a connection that we are about to close is still served
    rewriteUrl: rewriteRequest,
    clientErrorHandler: answerClientError,
    // What the router itself refuses passes no hook.
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply, config);
      answerError(error, request, reply, config);
    },
  });
  app.server.maxHeadersCount = MAX_HEADERS;
  app.server.maxConnections = config.maxConnections;
  drainOnClose(app, config);
  answerConnect(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // A logger of its own for each request would cost 2 µs and is hardly ever used: our lines name the request themselves.
  app.setChildLoggerFactory((parent) => parent);
  handleErrors(app, config);
  answerUnknownPaths(app);
  addStandardHeaders(app, config);
  limitResponseTime(app, config);
  beginAnonymous(app, deps);
  requireWellFormedRequests(app);
  if (config.corsOrigins.length > 0)
    await app.register(cors, { origin: [...config.corsOrigins], methods: METHODS, exposedHeaders: EXPOSED });
  await shedLoad(app, config);
  controlAccess(app, deps);
  chargeForSize(app, deps);
  limitParameters(app);
  limitReplyMemory(app, config);
  limitScans(app, deps);
  limitBodyMemory(app, config);
  takeTurns(app);
  negotiateContent(app);
  parseJsonBodies(app);
  validateRequests(app, deps.categories, namedSchemas);
  hideAnswers(app);
  addConditionalAnswers(app, answerFromCache(app, deps));
  logResponses(app);
  const metrics = measureRequests(app, deps.db);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  await describeApi(app, namedSchemas);
  const pictures = new Pictures();
  app.addHook('onClose', () => pictures.close());
  for (const route of allRoutes(deps, metrics, pictures)) app.route(route);
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
