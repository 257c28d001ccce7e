import { hash } from 'node:crypto';
import type { AppEvent } from '../events.ts';
import { urlOf } from './audience.ts';

/** What is sent, in the shape in which the feed shows it: thin, so that answers never leave by webhook. */
export function envelopeOf(event: AppEvent & { sequence: string }): string {
  const { type, resource_id: id, version, changed, occurred_at: timestamp } = event;
  const url = type === 'question.deleted' ? null : urlOf(type, id);
  return JSON.stringify({ id: event.sequence, type, timestamp, data: { id, version, changed, url } });
}

export const TEST_TYPE = 'webhook.test';

export function testEnvelope(id: string, webhook: { id: string; version: number }, timestamp: Date): string {
  const data = { id: webhook.id, version: webhook.version, changed: [], url: `/webhooks/${webhook.id}` };
  return JSON.stringify({ id, type: TEST_TYPE, timestamp, data });
}

/** The `webhook-id`: of an event and a webhook always the same, so that whoever gets it twice can tell. */
export function messageId(webhookId: string, eventId: string): string {
  return `msg_${hash('sha256', `${webhookId}.${eventId}`, 'base64url').slice(0, 27)}`;
}
