import { QuaestorError } from './errors.ts';

/** A webhook message. It says what has changed, but never contains the content. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  data: { id: string; version: number; changed: string[]; url: string | null };
}

/** Thrown if the message is not from this service or is too old. Respond with 400 and do nothing. */
export class WebhookVerificationError extends QuaestorError {
  override name = 'WebhookVerificationError';
}

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

/** The tolerance for clock differences, and the maximum age of a replayed message. */
const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * Verifies a message that was signed with the secret (Standard Webhooks) and returns it, or throws. `body` must be the
 * original text, because parsing and serialising it again would change it. Remember each `webhook-id`, so that you do
 * nothing twice.
 *
 * @example
 * async function receive(request: Request, secret: string): Promise<Response> {
 *   const event = await verifyWebhook(request.headers, await request.text(), secret);
 *   console.log(event.type, event.data.id);
 *   return new Response(null, { status: 204 });
 * }
 */
export async function verifyWebhook(headers: GivenHeaders, body: string, secret: string): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/u.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    throw new WebhookVerificationError('The message is too old, or its time is wrong.');
  const key = await crypto.subtle.importKey('raw', readSecret(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    const bytes = version === 'v1' ? readBase64(value) : undefined;
    if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('The message has no signature made with this secret.');
}

function readHeader(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(PREFIX) ? readBase64(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError(`The secret must begin with ${PREFIX}.`);
  return bytes;
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
