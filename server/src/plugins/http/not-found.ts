import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nearestName } from '../../domain/names/nearest-name.ts';
import { AppError } from '../../errors.ts';

interface KnownPath {
  url: string;
  pattern: RegExp;
  methods: Set<string>;
}

type KnownPaths = ReadonlyMap<string, KnownPath>;

/** Longer paths get no suggestion. */
const MAX_PATH_LENGTH = 200;

/** Collects every path that gets a route from now on. */
export function collectPaths(app: FastifyInstance): KnownPaths {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return; // CORS preflights are allowed on every path, existing or not
    const path = known.get(url) ?? { url, pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  return known;
}

/**
 * Replies 405 with `Allow` if the path exists but does not support the method, otherwise 404 with the nearest path: in
 * the last hook before the body is read, for a separate scope. Call after all other hooks have been added. A browser
 * that navigates to an unknown path gets a page instead: `sendPage` returns false for other requests.
 */
export function rejectUnknownPaths(
  scope: FastifyInstance,
  known: KnownPaths,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => boolean,
): void {
  let hasWarnedOfCors = false;
  const rejection = (request: FastifyRequest): AppError => {
    const path = request.url.split('?')[0]?.replace(/(?<=.)\/$/u, '') ?? '';
    const method = request.raw.askedMethod ?? request.method;
    const methods = methodsOf(path, known);
    if (methods.length === 0 || methods.includes(method)) return unknownPath(path, known);
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (method !== 'OPTIONS' || wanted === undefined) return wrongMethod(path, method, methods, known);
    if (!hasWarnedOfCors) request.log.warn({ origin }, 'a web page tried to call the API, and CORS_ORIGINS is not set');
    hasWarnedOfCors = true;
    return unpreparedForBrowsers(String(origin).slice(0, MAX_PATH_LENGTH), methods);
  };
  scope.addHook('onRequest', (request, reply, done) => {
    const error = rejection(request);
    if (error.code !== 'route_not_found' || !sendPage(request, reply)) done(error);
  });
  // For files that a plugin does not find: their route exists, so the hook was not called.
  scope.setNotFoundHandler((request) => {
    throw rejection(request);
  });
}

/** A path without parameters hides those that also match, as `/questions/facets` hides `/questions/:id`. */
function methodsOf(path: string, known: KnownPaths): string[] {
  const exact = known.get(path);
  if (exact !== undefined) return [...exact.methods];
  return [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]);
}

function unknownPath(path: string, known: KnownPaths): AppError {
  const nearest = path.length > MAX_PATH_LENGTH ? undefined : nearestPath(path, known);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  const shown = path.slice(0, MAX_PATH_LENGTH);
  return new AppError('route_not_found', { detail: `Unknown path ${shown}.${hint} /docs lists every path.` });
}

/** Strips prefixes of other APIs, such as /api or /v2; otherwise returns the most similarly spelt path. */
function nearestPath(path: string, known: KnownPaths): string | undefined {
  const parts = path.split('/').slice(1);
  const shorter = [1, 2].map((dropped) => `/${parts.slice(dropped).join('/')}`);
  const paths = [...known.values()].filter(({ url }) => !url.includes('*'));
  return (
    shorter.find((rest) => paths.some(({ url, pattern }) => url !== '/' && pattern.test(rest))) ??
    nearestName(
      path,
      paths.map(({ url }) => fillIn(url, parts)),
    )
  );
}

/** Puts the ids of the given path into a known one, so that the two only differ in the mistake. */
function fillIn(url: string, parts: readonly string[]): string {
  return url
    .split('/')
    .map((part, index) => (part.startsWith(':') ? parts[index - 1] || `{${part.slice(1)}}` : part))
    .join('/');
}

function wrongMethod(path: string, method: string, methods: readonly string[], known: KnownPaths): AppError {
  const allow = allowed(methods);
  const deeper = [...known.values()].find(
    ({ url, methods: taken }) => taken.has(method) && /^\/:\w+$/u.test(url.slice(path.length)) && url.startsWith(path),
  );
  const hint = deeper === undefined ? '' : ` Or did you mean \`${method} ${fillIn(deeper.url, [])}\`?`;
  return new AppError('method_not_allowed', {
    detail: `${path.slice(0, MAX_PATH_LENGTH)} does not support ${method}. Allowed: ${allow}.${hint}`,
    headers: { allow },
  });
}

/** The response to a page of another origin: its developer reads it in the browser's tools, the operator in the log. */
function unpreparedForBrowsers(origin: string, methods: readonly string[]): AppError {
  return new AppError('method_not_allowed', {
    detail: `Pages from ${origin} may not call this service from a browser (CORS). To allow it, the operator sets CORS_ORIGINS=${origin} and restarts the service.`,
    headers: { allow: allowed(methods) },
  });
}

function allowed(methods: readonly string[]): string {
  return [...new Set(methods)].sort().join(', ');
}

function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replace(/:[^/]+/gu, '[^/]+')
    .replace(/\\\*/gu, '.*');
  return new RegExp(`^${source}/?$`, 'u');
}
