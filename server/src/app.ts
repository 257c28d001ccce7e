import compress from '@fastify/compress';
import cors from '@fastify/cors';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { isOwnRequest } from './domain/http/own-requests.ts';
import { Pictures } from './plots/pictures.ts';
import { beginAnonymous, controlAccess, requireDeclaredAccess } from './plugins/access/access.ts';
import { auditAssistants } from './plugins/access/assistants.ts';
import { chargeForSize } from './plugins/access/rate-limit.ts';
import { hideAnswers } from './plugins/access/visibility.ts';
import { rejectConnect, replyToClientError } from './plugins/http/client-errors.ts';
import { addConditionalReplies } from './plugins/http/conditional.ts';
import { handleErrors, replyToError } from './plugins/http/error-handler.ts';
import { addStandardHeaders, setStandardHeaders } from './plugins/http/headers.ts';
import { acceptMcpMessages } from './plugins/http/mcp-messages.ts';
import { measureRequests } from './plugins/http/metrics.ts';
import { negotiateContent } from './plugins/http/negotiation.ts';
import { collectPaths, rejectUnknownPaths } from './plugins/http/not-found.ts';
import { registerOauthBodies } from './plugins/http/oauth-bodies.ts';
import { rejectUnusedPreconditions } from './plugins/http/preconditions.ts';
import { requestId } from './plugins/http/request-id.ts';
import { replyFromCache } from './plugins/http/response-cache.ts';
import { logResponses } from './plugins/http/response-log.ts';
import { rewriteRequest } from './plugins/http/rewrite-request.ts';
import { rememberRoute } from './plugins/http/route.ts';
import { acceptUploads } from './plugins/http/uploads.ts';
import { limitParameters, requireWellFormedRequests } from './plugins/http/well-formed.ts';
import { OBJECT_LIMIT_BYTES, parseJsonBodies } from './plugins/json/body.ts';
import { limitBodyMemory } from './plugins/load/body-memory.ts';
import { notifyWorkersOfCallers } from './plugins/load/callers.ts';
import { limitResponseTime } from './plugins/load/deadline.ts';
import { limitDownloads } from './plugins/load/downloads.ts';
import { drainOnClose } from './plugins/load/drain.ts';
import { shedLoad } from './plugins/load/overload.ts';
import { limitReplyMemory } from './plugins/load/reply-memory.ts';
import { limitScans } from './plugins/load/scans.ts';
import { takeTurns } from './plugins/load/turns.ts';
import { describeApi } from './plugins/openapi/openapi.ts';
import { lookUpCategories } from './plugins/validation/unknown-categories.ts';
import { validateRequests } from './plugins/validation/validation.ts';
import { readConsole } from './routes/console/files.ts';
import { consoleRoutes, notFoundPage } from './routes/console/index.ts';
import { asksForPage, SHELL_PATH } from './routes/console/pages.ts';
import { StreamHub } from './routes/events/stream/hub.ts';
import { allRoutes, formRoutes, namedSchemas, uploadRoutes } from './routes/index.ts';
import { mcpRoutes } from './routes/mcp/index.ts';

const MAX_HEADER_BYTES = 64 * 1024;
const MAX_HEADERS = 200;
/** An external id has up to 200 characters, each of which may be a surrogate pair. */
const MAX_PARAMETER_LENGTH = 400;
const MAX_REQUESTS_PER_SOCKET = 100_000;
/** For a connection without any traffic: longer than the longest wait that a request may ask for (30 s). */
const SILENCE_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How often Node checks for requests past their time limit; its default of 30 s would double the limit. */
const TIMEOUT_CHECK_MS = 1000;

/** The complete service without a socket: bin/ listens with it, and tests inject into it. */
export async function buildApp(deps: Deps, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config, metrics } = deps;
  const webConsole = config.console ? await readConsole() : undefined;
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
      requireHostHeader: false, // Node would reject without a body; see requireWellFormedRequests
      // Node derives the time for the headers from it; Fastify sets it too late for that, and the longer of the two
      // applies.
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(config.requestTimeoutMs, TIMEOUT_CHECK_MS),
    },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests on a connection that is about to be closed are still served
    rewriteUrl:
      webConsole === undefined
        ? rewriteRequest
        : (request) => (asksForPage(request) ? SHELL_PATH : rewriteRequest(request)),
    clientErrorHandler: replyToClientError,
    // Requests that the router itself rejects pass no hook.
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply, config);
      replyToError(error, request, reply, config);
    },
  });
  app.server.maxHeadersCount = MAX_HEADERS;
  app.server.maxConnections = config.maxConnections;
  drainOnClose(app, config);
  rejectConnect(app);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // A logger per request would cost 2 µs and is hardly ever used: our log lines identify the request themselves.
  const silent = logger.child({}, { level: 'silent' });
  app.setChildLoggerFactory((parent, _bindings, _options, request) => (isOwnRequest(request) ? silent : parent));
  rememberRoute(app);
  handleErrors(app, config);
  measureRequests(app, metrics.registry);
  deps.tracing?.traceRequests(app, ({ problemCode }) => problemCode);
  const loadOpen = requireDeclaredAccess(app);
  const paths = collectPaths(app);
  addStandardHeaders(app, config);
  limitResponseTime(app, config);
  beginAnonymous(app, deps);
  requireWellFormedRequests(app);
  if (config.corsOrigins.length > 0)
    await loadOpen(() =>
      app.register(cors, { origin: [...config.corsOrigins], methods: METHODS, exposedHeaders: EXPOSED }),
    );
  shedLoad(app, config);
  notifyWorkersOfCallers(app, deps);
  controlAccess(app, deps);
  chargeForSize(app, deps);
  limitParameters(app);
  limitReplyMemory(app, config);
  limitScans(app, deps);
  limitDownloads(app, deps);
  limitBodyMemory(app, config);
  takeTurns(app, metrics);
  negotiateContent(app);
  parseJsonBodies(app);
  lookUpCategories(app, deps.categories);
  validateRequests(app, deps.categories, namedSchemas);
  rejectUnusedPreconditions(app);
  hideAnswers(app);
  auditAssistants(app, deps);
  addConditionalReplies(app, replyFromCache(app, deps));
  logResponses(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  await describeApi(app, namedSchemas, loadOpen);
  const pictures = new Pictures();
  app.addHook('onClose', () => pictures.close());
  const streams = new StreamHub(deps, logger);
  app.stopping.addEventListener('abort', () => streams.dismissAll(), { once: true });
  app.addHook('onClose', () => streams.close());
  for (const route of allRoutes(deps, pictures, streams)) app.route(route);
  for (const route of webConsole === undefined ? [] : consoleRoutes(webConsole)) app.route(route);
  await app.register(async (scope) => {
    registerOauthBodies(scope);
    for (const route of formRoutes(deps)) scope.route(route);
  });
  await app.register(async (scope) => {
    acceptUploads(scope);
    for (const route of uploadRoutes(deps)) scope.route(route);
  });
  await app.register(async (scope) => {
    acceptMcpMessages(scope);
    for (const route of await mcpRoutes(deps)) scope.route(route);
  });
  await app.register(async (scope) => rejectUnknownPaths(scope, paths, notFoundPage(webConsole)));
  await app.ready();
  return app;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED = [
  'API-Version',
  'Content-Disposition',
  'ETag',
  'X-Left-Out',
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
