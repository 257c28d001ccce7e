import type { FastifyRequest, InjectOptions, RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { withoutSecrets } from '../../domain/tokens/secret.ts';
import { AppError, violationError } from '../../errors.ts';
import { route } from '../route.ts';
import { ANY_TOKEN } from '../shared/security.ts';
import type { Mcp } from './load.ts';

/** Enough for an import of 100,000 characters of two bytes each, and the message around it. */
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Headers of the protocol, and no others. */
const PASSED_ON = /^(?:accept|content-type|mcp-[a-z-]{1,50})$/u;
const MAX_AGENT = 100;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function serve(deps: Deps, { serveMcp }: Mcp): RouteOptions {
  return route<{ Body: Buffer }>({
    method: 'POST',
    url: '/mcp',
    bodyLimit: MAX_MESSAGE_BYTES,
    // A request of a tool passes all hooks itself: it is charged there, and answers are hidden there.
    config: { json: false, withoutQuestions: true, waits: true },
    schema: { hide: true, security: ANY_TOKEN, body: { type: 'string', format: 'binary' } },
    handler: async (request, reply) => {
      requireOwnOrigin(deps, request);
      const message = readMessage(request.body);
      request.endTurn(); // each request of a tool takes its own turn
      const response = await serveMcp(requestOf(request), message, {
        fetch: (url, init) => ask(request, url, init),
        client: (request.headers['user-agent'] ?? 'unknown').slice(0, MAX_AGENT),
      });
      const body = withoutSecrets(await response.text());
      const type = response.headers.get('content-type');
      if (type !== null) reply.type(type);
      return reply.code(response.status).header('cache-control', 'no-store').send(body);
    },
  });
}

/**
 * Required by the protocol to stop pages that reach a private service through their own host name (DNS rebinding). The
 * Host header does not help, because it contains that name.
 */
function requireOwnOrigin({ config }: Deps, { headers: { origin } }: FastifyRequest): void {
  if (origin === undefined || origin === config.publicUrl || config.corsOrigins.includes(origin)) return;
  throw new AppError('origin_not_allowed');
}

/**
 * Accepts a single message: a list, which the protocol of 2025-03-26 allows, would be as much work as many requests.
 */
function readMessage(body: Buffer): object {
  let message: unknown;
  try {
    message = JSON.parse(utf8.decode(body));
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw violationError([{ code: 'invalid_type', detail: 'Send one message at a time, as an object.', pointer: '#' }]);
}

/** Copies the request without its body, which has been read. */
function requestOf({ headers, server }: FastifyRequest): Request {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return new Request('http://quaestor/mcp', {
    method: 'POST',
    headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
    signal: server.stopping,
  });
}

const NO_BODY = new Set([204, 304]);

/**
 * Calls the API in process, as the same caller from the same address: access, points and limits are those of any
 * request.
 */
async function ask({ headers, ip, server }: FastifyRequest, url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { authorization, cookie, origin, 'sec-fetch-site': site, host } = headers;
  const session = cookie === undefined ? {} : { cookie, origin, 'sec-fetch-site': site };
  const reply = await server.inject({
    method: init.method as NonNullable<InjectOptions['method']>,
    url: `${pathname}${search}`,
    headers: { ...(init.headers as Record<string, string>), host, authorization, ...session },
    remoteAddress: ip,
    ...(init.signal && { signal: init.signal }),
    ...(init.body && { payload: typeof init.body === 'string' ? init.body : Buffer.from(init.body as Uint8Array) }),
  });
  return new Response(NO_BODY.has(reply.statusCode) ? null : new Uint8Array(reply.rawPayload), {
    status: reply.statusCode,
    headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
}
