import type { DisabledReason, Webhook } from '../../domain/webhooks/webhook.ts';
import type { Executor } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';
import { disableWebhooks, disableWebhooksMadeBy } from '../../store/webhooks/webhooks.ts';

/** Disables webhooks and appends an event for their owners, which their other webhooks receive. */
export async function disableWithEvent(
  tx: Executor,
  ids: readonly string[],
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  await reportDisabled(tx, await disableWebhooks(tx, ids, reason, now), now);
}

/**
 * Disables the webhooks of principals that are being removed, in the same transaction, so that later events are not
 * sent to somebody who has left.
 */
export async function endWebhooksMadeBy(tx: Executor, principals: readonly string[], now: Date): Promise<void> {
  await reportDisabled(tx, await disableWebhooksMadeBy(tx, principals, now), now);
}

async function reportDisabled(tx: Executor, disabled: readonly Webhook[], now: Date): Promise<void> {
  if (disabled.length === 0) return;
  await appendEvents(
    tx,
    disabled.map(({ id, version, created_by }) => ({
      type: 'webhook.disabled',
      resource_id: id,
      version,
      changed: [],
      actor: created_by,
      occurred_at: now,
    })),
  );
  for (const { id } of disabled) await notify(tx, 'webhook_ended', id);
}
