import type { FastifyInstance } from 'fastify';
import { didYouMean } from '../domain/nearest-name.ts';
import { AppError } from '../errors.ts';

interface KnownPath {
  url: string;
  pattern: RegExp;
  methods: Set<string>;
}

/** 405 with `Allow` where the path exists and does not take the method, else 404 that names the nearest path. Call before any route is added. */
export function answerUnknownPaths(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return; // CORS preflights are answered everywhere, which makes no path exist
    const path = known.get(url) ?? { url, pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    const method = request.raw.askedMethod ?? request.method;
    const methods = [...known.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods]);
    if (methods.length > 0 && !methods.includes(method)) {
      const allow = [...new Set(methods)].sort().join(', ');
      throw new AppError('method_not_allowed', {
        detail: `${path} takes ${allow}, not ${method}.`,
        headers: { allow },
      });
    }
    const paths = [...known.keys()];
    throw new AppError('route_not_found', {
      detail: `There is nothing at ${path}.${didYouMean(path, paths)} /docs lists every path.`,
    });
  });
}

function toPattern(url: string): RegExp {
  const source = url
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replace(/:[^/]+/gu, '[^/]+')
    .replace(/\\\*/gu, '.*');
  return new RegExp(`^${source}/?$`, 'u');
}
