import { hash } from 'node:crypto';
import { presentEvent } from '../event-feed.ts';
import type { AppEvent, EventCursor } from '../events.ts';

/** A message contains what the feed shows: no content, so that answers never leave by webhook. */
export function envelopeOf(event: AppEvent & EventCursor): string {
  return JSON.stringify(presentEvent(event));
}

export const TEST_TYPE = 'webhook.test';

export function testEnvelope(id: string, webhook: { id: string; version: number }, timestamp: Date): string {
  const data = { id: webhook.id, version: webhook.version, changed: [], url: `/webhooks/${webhook.id}` };
  return JSON.stringify({ id, type: TEST_TYPE, timestamp, data });
}

/** The `webhook-id`, always the same for an event and a webhook, so that receivers can recognise repeats. */
export function messageId(webhookId: string, eventId: string): string {
  return `msg_${hash('sha256', `${webhookId}.${eventId}`, 'base64url').slice(0, 27)}`;
}
