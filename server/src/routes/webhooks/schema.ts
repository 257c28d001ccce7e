import { type Static, type TProperties, Type } from 'typebox';
import { MAX_CATEGORIES, MAX_CATEGORY_NAME_LENGTH } from '../../domain/categories.ts';
import { EVENT_TYPES, type EventType } from '../../domain/events.ts';
import { isUuid } from '../../domain/uuid.ts';
import { DISABLED_REASONS, MAX_URL_LENGTH } from '../../domain/webhooks/webhook.ts';
import { AppError } from '../../errors.ts';
import { DELIVERY_STATUSES } from '../../store/webhooks/deliveries.ts';
import { time, timeOrNull } from '../shared/credential-schema.ts';
import { defaulted } from '../shared/defaulted.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  description: 'Where events are sent by POST. https, without user name, password and fragment; no private address',
});
const description = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 200,
  description: 'For people',
});
const types = Type.Unsafe<EventType[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: [...EVENT_TYPES] },
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'Types of events to send; null: all that your scopes show. Test messages are always sent',
});
const categories = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', minLength: 1, maxLength: MAX_CATEGORY_NAME_LENGTH },
  minItems: 1,
  maxItems: MAX_CATEGORIES,
  description: 'Categories of questions whose events are sent; null: all. Other events are not affected',
});

const exampleRequest = { url: 'https://example.com/quaestor', types: ['question.updated'], categories: ['Geography'] };

export const WebhookRequest = Type.Object(
  {
    url,
    description: Type.Optional(description),
    types: Type.Optional(types),
    categories: Type.Optional(categories),
  },
  { $id: 'WebhookRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type WebhookRequest = Static<typeof WebhookRequest>;

export const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    description: Type.Optional(description),
    types: Type.Optional(types),
    categories: Type.Optional(categories),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Events that come while a webhook is disabled are not sent later' }),
    ),
  },
  { $id: 'WebhookChange', additionalProperties: false, examples: [{ description: 'Cache of the quiz' }] },
);
export type WebhookChange = Static<typeof WebhookChange>;

const id = Type.String({ format: 'uuid' });
const fields = {
  id,
  url,
  description,
  types,
  categories,
  enabled: Type.Boolean(),
  disabled_at: timeOrNull,
  disabled_reason: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...DISABLED_REASONS, null] }),
  notice: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why it is disabled, and what to do about it',
  }),
  failing_since: Type.Unsafe<string | null>({
    ...timeOrNull,
    description: 'Every attempt since this time has failed; after 5 days the webhook is disabled',
  }),
  previous_secret_until: Type.Unsafe<string | null>({
    ...timeOrNull,
    description: 'Until then messages are also signed with the previous secret',
  }),
  created_by: Type.String(),
  created_at: time,
  updated_at: time,
  version: Type.Integer(),
} satisfies TProperties;

const exampleWebhook = {
  id: '019d8a33-a6f0-7000-8000-000000000080',
  url: exampleRequest.url,
  description: null,
  types: exampleRequest.types,
  categories: exampleRequest.categories,
  enabled: true,
  disabled_at: null,
  disabled_reason: null,
  notice: null,
  failing_since: null,
  previous_secret_until: null,
  created_by: 'operator',
  created_at: '2026-11-17T10:40:00.000Z',
  updated_at: '2026-11-17T10:40:00.000Z',
  version: 1,
};
export const exampleChanged = { ...exampleWebhook, description: 'Cache of the quiz', version: 2 };
export const exampleRotated = {
  ...exampleChanged,
  previous_secret_until: '2026-11-18T10:40:00.000Z',
  version: 3,
  secret: 'whsec_EXAMPLE0000000000000000000000001',
};

const Webhook = Type.Object(fields, {
  $id: 'Webhook',
  additionalProperties: false,
  examples: [exampleWebhook],
});

const NewWebhook = Type.Object(
  { ...fields, secret: Type.String({ description: 'Signs the messages; shown only once' }) },
  {
    $id: 'NewWebhook',
    additionalProperties: false,
    examples: [{ ...exampleWebhook, secret: 'whsec_EXAMPLE0000000000000000000000000' }],
  },
);

const WebhookList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Webhook#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'WebhookList',
    additionalProperties: false,
    examples: [{ data: [exampleWebhook], pagination: examplePage({ total: 1 }) }],
  },
);

const DAY_SECONDS = 24 * 60 * 60;

export const WebhookRotation = Type.Object(
  {
    grace_seconds: defaulted(
      Type.Integer({
        minimum: 0,
        maximum: 7 * DAY_SECONDS,
        default: DAY_SECONDS,
        description: 'How long messages are also signed with the old secret; 0 ends it at once',
      }),
    ),
  },
  { $id: 'WebhookRotation', additionalProperties: false, examples: [{ grace_seconds: DAY_SECONDS }] },
);
export type WebhookRotation = Static<typeof WebhookRotation>;

const textOrNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const Attempt = Type.Object(
  {
    at: time,
    duration_ms: Type.Integer(),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The status of the response; null without one',
    }),
    error: textOrNull('Why the attempt failed'),
    response: textOrNull('The start of the response'),
  },
  { additionalProperties: false },
);

const exampleDelivery = {
  id: '019d8a33-a6f0-7000-8000-000000000081',
  webhook_id: exampleWebhook.id,
  message_id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  type: 'webhook.test',
  status: 'pending',
  attempts: 0,
  created_at: '2026-11-17T10:40:00.000Z',
  next_attempt_at: '2026-11-17T10:40:00.000Z',
  completed_at: null,
  log: [],
};

const WebhookDelivery = Type.Object(
  {
    id,
    webhook_id: id,
    message_id: Type.String({ description: 'The `webhook-id` header; the same in every attempt' }),
    type: Type.String({ description: 'The type of the event' }),
    status: Type.String({ enum: [...DELIVERY_STATUSES] }),
    attempts: Type.Integer(),
    created_at: time,
    next_attempt_at: timeOrNull,
    completed_at: timeOrNull,
    log: Type.Array(Attempt, { description: 'The last 20 attempts, oldest first' }),
  },
  { $id: 'WebhookDelivery', additionalProperties: false, examples: [exampleDelivery] },
);

const WebhookDeliveryList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'WebhookDelivery#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'WebhookDeliveryList',
    additionalProperties: false,
    examples: [{ data: [exampleDelivery], pagination: examplePage({ total: 1 }) }],
  },
);

export const ReplayRequest = Type.Object(
  { since: Type.Unsafe<string>({ ...time, description: 'Deliveries that were made at this time or later' }) },
  { $id: 'ReplayRequest', additionalProperties: false, examples: [{ since: '2026-11-17T00:00:00.000Z' }] },
);
export type ReplayRequest = Static<typeof ReplayRequest>;

const Replayed = Type.Object(
  { replayed: Type.Integer({ description: 'Failed deliveries that are repeated; at most 10,000 per request' }) },
  { $id: 'Replayed', additionalProperties: false, examples: [{ replayed: 0 }] },
);

export const webhookPath = Type.Object({ id: Type.String({ description: 'Id of the webhook' }) });
export const deliveryPath = Type.Object({
  id: Type.String({ description: 'Id of the webhook' }),
  delivery_id: Type.String({ description: 'Id of the delivery' }),
});

export const webhookSchemas = [
  WebhookRequest,
  WebhookChange,
  Webhook,
  NewWebhook,
  WebhookList,
  WebhookRotation,
  WebhookDelivery,
  WebhookDeliveryList,
  ReplayRequest,
  Replayed,
];

export function webhookId(params: { id: string }): string {
  if (!isUuid(params.id)) throw webhookNotFound(params.id);
  return params.id.toLowerCase();
}

export function webhookNotFound(id: string): AppError {
  return new AppError('webhook_not_found', { detail: `You have no webhook with the id "${id.slice(0, 100)}".` });
}
