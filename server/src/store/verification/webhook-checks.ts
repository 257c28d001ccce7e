import { SCOPES } from '../../domain/tokens/scope.ts';
import { DISABLED_REASONS } from '../../domain/webhooks/webhook.ts';
import type { Check } from './check.ts';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const WEBHOOKS: Check = {
  kinds: ['webhooks.scopes', 'webhooks.updated_at', 'webhooks.version', 'webhooks.secret', 'webhooks.disabled_reason'],
  text: `select kind, id
           from webhooks
          cross join lateral (values
                ('webhooks.scopes', not scopes <@ array[${list(SCOPES)}]),
                ('webhooks.updated_at', updated_at < created_at),
                ('webhooks.version', version < 1 + (previous_secret is not null)::integer + (disabled_at is not null)::integer),
                ('webhooks.secret', secret not like 'sealed:%' or previous_secret not like 'sealed:%'
                                 or (previous_secret is null) <> (previous_until is null)),
                ('webhooks.disabled_reason', (disabled_at is null) <> (disabled_reason is null)
                                          or disabled_reason not in (${list(DISABLED_REASONS)}))) as checked (kind, wrong)
          where wrong`,
};

/** A delivery is pending as long as another attempt is planned, and its type is the one in its body. */
const DELIVERIES: Check = {
  kinds: [
    'webhook_deliveries.webhook_id',
    'webhook_deliveries.status',
    'webhook_deliveries.attempts',
    'webhook_deliveries.type',
  ],
  text: `select kind, id, webhook_id
           from webhook_deliveries
          cross join lateral (values
                ('webhook_deliveries.webhook_id', not exists (select from webhooks where id = webhook_id)),
                ('webhook_deliveries.status', (status = 'pending') <> (next_attempt_at is not null)
                                           or (status = 'pending') <> (completed_at is null)
                                           or status not in ('pending', 'succeeded', 'failed')),
                ('webhook_deliveries.attempts', round_attempts not between 0 and attempts
                                             or jsonb_array_length(log) > attempts),
                ('webhook_deliveries.type', body not like '%"type":"' || type || '"%')) as checked (kind, wrong)
          where wrong`,
};

/** The outbox is read for webhooks from an existing position. */
const RELAY: Check = {
  kinds: ['webhook_relay.cursor'],
  text: `select 'webhook_relay.cursor' as kind, cursor
           from webhook_relay
          where not exists (select from event_epochs where epoch = (cursor ->> 'epoch')::integer)`,
};

export const WEBHOOK_CHECKS: readonly Check[] = [WEBHOOKS, DELIVERIES, RELAY];
