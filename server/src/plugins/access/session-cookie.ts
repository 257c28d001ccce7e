import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { formCookie, readCookie } from '../../domain/http/cookie.ts';
import { requestOrigin } from './origin.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * With this prefix browsers ensure that only this host has set the cookie, and only over TLS (RFC 6265bis, 4.1.3.2).
 */
const SECURE_NAME = '__Host-quaestor';
const NAME = 'quaestor';

type CookieConfig = Pick<Config, 'publicUrl' | 'sessionSeconds'>;

/** The session secret that the browser sends; empty if it sends several. */
export function readSessionSecret(request: FastifyRequest, config: CookieConfig): string | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  return readCookie(cookie, SECURE_NAME) ?? (isOverTls(request, config) ? undefined : readCookie(cookie, NAME));
}

/** Set-Cookie for a new session. */
export function sessionCookie(request: FastifyRequest, config: CookieConfig, secret: string): string {
  const isSecure = isOverTls(request, config);
  return formCookie(isSecure ? SECURE_NAME : NAME, secret, { isSecure, maxAgeSeconds: config.sessionSeconds });
}

/** Set-Cookie that removes the cookie. */
export function endedCookie(request: FastifyRequest, config: CookieConfig): string {
  const isSecure = isOverTls(request, config);
  return formCookie(isSecure ? SECURE_NAME : NAME, '', { isSecure, maxAgeSeconds: 0 });
}

/** A proxy may terminate TLS unnoticed; the browser reveals it by the headers it sends from our own pages. */
export function isOverTls(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): boolean {
  if (requestOrigin(request, config).startsWith('https:')) return true;
  return request.headers.origin?.startsWith('https:') === true && isSameOrigin(request, config);
}
