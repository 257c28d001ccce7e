import { timingSafeEqual } from 'node:crypto';
import { unescape } from 'node:querystring';
import { digestSecret, isSecret } from '../domain/tokens/secret.ts';
import { isUuid } from '../domain/uuid.ts';
import { findClientLogin } from '../store/clients.ts';
import type { Executor } from '../store/database/database.ts';

export type OauthParameters = Readonly<Record<string, string>>;

export interface ClientLogin {
  /** The id in lower case, so that a client has one name in any spelling. */
  client: string;
  secret: string;
}

/** The client and secret of a request, by Basic or in the body (RFC 6749, 2.3.1). */
export function readClientLogin(parameters: OauthParameters, authorization: string | undefined): ClientLogin {
  const basic = /^basic +(?<credentials>[\w+/=-]+)$/iu.exec(authorization ?? '')?.groups?.['credentials'];
  if (basic === undefined) {
    return { client: (parameters['client_id'] ?? '').toLowerCase(), secret: parameters['client_secret'] ?? '' };
  }
  const decoded = Buffer.from(basic, 'base64').toString();
  const colon = decoded.includes(':') ? decoded.indexOf(':') : decoded.length;
  const [client, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)].map((part) =>
    unescape(part.replaceAll('+', ' ')),
  );
  return { client: (client ?? '').toLowerCase(), secret: secret ?? '' };
}

/**
 * Checks the secret of a client before anything else is done for the request: invalid checksums cost nothing,
 * everything else takes one lookup and a digest. An unknown client takes as long as a wrong secret.
 */
export async function isRightSecret(db: Executor, { client, secret }: ClientLogin, now: Date): Promise<boolean> {
  if (!isUuid(client) || !isSecret('client', secret)) return false;
  const { digests } = await findClientLogin(db, client, now);
  return isOneOf(digests, secret);
}

/** A stored secret is one digest, or two while a rotated secret is still valid. */
export function isOneOf(digests: readonly Buffer[], secret: string): boolean {
  const digest = digestSecret(secret);
  return digests.map((known) => timingSafeEqual(known, digest)).includes(true);
}
