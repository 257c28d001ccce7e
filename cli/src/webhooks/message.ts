import { createHash, createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;
const ID_LENGTH = 27;

/** This is the same format that the service uses. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export function isSecret(text: string): boolean {
  return /^whsec_(?:[0-9A-Za-z+/]{4})+(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/u.test(text);
}

/** The `webhook-id`. As in the service, it is always the same for an event and a receiver. */
export function messageId(receiver: string, eventId: string): string {
  const digest = createHash('sha256').update(`${receiver}.${eventId}`).digest('base64url');
  return `msg_${digest.slice(0, ID_LENGTH)}`;
}

/** The headers of Standard Webhooks 1.0. */
export function signedHeaders(id: string, sentAt: Date, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
