import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../../errors.ts';
import { route } from '../route.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';
import type { ConsoleFiles } from './files.ts';
import { isNavigation, SHELL_PATH } from './pages.ts';

const NONCE_BYTES = 18;
/** The files contain no secret: people sign in on the page. */
const FILE = {
  config: { json: false, cost: 0, withoutQuestions: true },
  schema: { hide: true, security: OPEN_TO_ALL },
};

/** The web console: one page for all of its addresses, and the files of that page. */
export function consoleRoutes({ shell, assets }: ConsoleFiles): RouteOptions[] {
  return [
    route({
      method: 'GET',
      url: SHELL_PATH,
      ...FILE,
      // The query of a page is for the page itself.
      schema: { ...FILE.schema, querystring: {} },
      handler: async (_request, reply) => sendPage(reply, shell),
    }),
    route<{ Params: { '*': string } }>({
      method: 'GET',
      url: '/console/assets/*',
      ...FILE,
      handler: async (request, reply) => {
        const file = assets.get(request.params['*']);
        if (file === undefined) {
          throw new AppError('route_not_found', { detail: 'The console has no such file. Reload the page.' });
        }
        const accepted = request.headers['accept-encoding'] ?? '';
        const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && file.encodings.has(name));
        if (encoding !== undefined) reply.header('content-encoding', encoding);
        return reply
          .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' })
          .type(file.type)
          .send(file.encodings.get(encoding ?? 'identity'));
      },
    }),
  ];
}

/** Replies to a browser at an unknown address with the console, which says so; returns false for any other request. */
export function notFoundPage(files: ConsoleFiles | undefined) {
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (files === undefined || !isNavigation(request.raw)) return false;
    reply.problemCode = 'route_not_found';
    void sendPage(reply.code(404), files.shell);
    return true;
  };
}

function sendPage(reply: FastifyReply, shell: ConsoleFiles['shell']): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return pageHeaders(reply, nonce).type('text/html; charset=utf-8').send(shell.join(nonce));
}

function pageHeaders(reply: FastifyReply, nonce: string): FastifyReply {
  return reply.headers({
    'cache-control': 'no-cache',
    // Programs get JSON from the same address.
    vary: 'Accept, Sec-Fetch-Dest',
    'content-security-policy': contentPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
  });
}

/** Only our own script files may run. Components add style rules at run time, with the nonce of the page. */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
