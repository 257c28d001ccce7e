import type { EventType } from '../events.ts';
import type { Scope } from '../tokens/scope.ts';

export const DISABLED_REASONS = ['by_owner', 'gone', 'failing', 'backlog', 'owner_ended'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The notice that its owner sees in the record. */
export const NOTICES: Readonly<Record<DisabledReason, string>> = {
  by_owner: 'You have disabled this webhook. Events are not kept for it in the meantime.',
  gone: 'The receiver responded 410 Gone, so nothing more is sent. Check the URL, then enable the webhook again.',
  failing:
    'Nothing could be delivered for 5 days. Look at the attempts of its deliveries, fix the receiver, enable the webhook again, then replay the failed messages.',
  backlog:
    '100,000 events were waiting for the receiver, which is the limit. Make it faster or subscribe to fewer types, enable the webhook again, then read the missed events with GET /events.',
  owner_ended: 'The credential that made this webhook was revoked, has expired or was deleted. Create a new webhook.',
};

/** A webhook as its owner sees it: everything except the secret. */
export interface Webhook {
  id: string;
  url: string;
  description: string | null;
  types: EventType[] | null;
  categories: string[] | null;
  enabled: boolean;
  disabled_at: Date | null;
  disabled_reason: DisabledReason | null;
  notice: string | null;
  failing_since: Date | null;
  previous_secret_until: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  version: number;
}

export interface NewWebhook {
  id: string;
  url: string;
  description: string | null;
  types: readonly EventType[] | null;
  categories: readonly string[] | null;
  scopes: readonly Scope[];
  created_by: string;
  created_at: Date;
  secret: string;
}

export const MAX_URL_LENGTH = 2000;

/** What is wrong with the URL of a webhook, if anything. Its address is checked when a connection is opened. */
export function urlProblem(text: string, allowHttp: boolean): string | undefined {
  if (!URL.canParse(text)) return '`url` is not a URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '`url` must begin with https://.';
  if (url.protocol === 'http:' && !allowHttp) return '`url` must begin with https://. The operator may allow http.';
  if (url.username !== '' || url.password !== '')
    return '`url` must not contain a user name or a password: messages are signed.';
  if (text.includes('#')) return '`url` must not contain a fragment.';
  return undefined;
}
