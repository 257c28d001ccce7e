import type { components } from '../../../client/src/index.ts';

export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['WebhookDelivery'];
export type EventType = NonNullable<Webhook['types']>[number];

export const EVENT_TYPES: readonly EventType[] = [
  ...(['question.created', 'question.updated', 'question.deleted', 'question.restored'] as const),
  ...(['questions.imported', 'analysis.queued', 'analysis.started', 'analysis.succeeded'] as const),
  ...(['analysis.failed', 'analysis.canceled', 'token.created', 'token.rotated', 'token.revoked'] as const),
  ...(['webhook.disabled', 'person.updated'] as const),
];
