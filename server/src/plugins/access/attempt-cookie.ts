import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Attempt, openAttempt, sealAttempt } from '../../access/sign-in-attempts.ts';
import type { Deps } from '../../deps.ts';
import { formCookie, readCookie } from '../../domain/http/cookie.ts';
import { ATTEMPT_MS } from '../../domain/passkeys/passkey.ts';
import { AppError } from '../../errors.ts';
import { isOverTls } from './session-cookie.ts';

/** Like the session cookie; see session-cookie.ts. */
const SECURE_NAME = '__Host-quaestor-attempt';
const NAME = 'quaestor-attempt';

/** Stores an attempt in the browser, replacing any earlier one. */
export async function beginAttempt(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): Promise<void> {
  const sealed = await sealAttempt(deps.db.access, attempt, deps.now());
  const isSecure = isOverTls(request, deps.config);
  const options = { isSecure, maxAgeSeconds: ATTEMPT_MS / 1000 };
  reply.header('set-cookie', formCookie(isSecure ? SECURE_NAME : NAME, sealed, options));
  reply.header('cache-control', 'no-store');
}

/** The attempt of this browser, which may be retried until it has succeeded. */
export async function readAttempt<Kind extends Attempt['kind']>(
  deps: Deps,
  request: FastifyRequest,
  kind: Kind,
): Promise<Extract<Attempt, { kind: Kind }>> {
  const name = isOverTls(request, deps.config) ? SECURE_NAME : NAME;
  const sealed = readCookie(request.headers.cookie ?? '', name);
  const attempt = await openAttempt(deps.db.access, kind, sealed, deps.now());
  if (attempt === undefined) throw new AppError('sign_in_expired');
  return attempt;
}

/** Removes an attempt once it has succeeded. */
export function endAttempt({ config }: Deps, request: FastifyRequest, reply: FastifyReply): void {
  const isSecure = isOverTls(request, config);
  reply.header('set-cookie', formCookie(isSecure ? SECURE_NAME : NAME, '', { isSecure, maxAgeSeconds: 0 }));
  reply.header('cache-control', 'no-store');
}
