import type { Deps } from '../../deps.ts';
import { DISABLE_AFTER_MS, MAX_PENDING } from '../../domain/webhooks/schedule.ts';
import type { DisabledReason } from '../../domain/webhooks/webhook.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';
import {
  failPendingDeliveries,
  listDisabledWithPending,
  listHopelessWebhooks,
} from '../../store/webhooks/deliveries.ts';
import { disableWebhooks } from '../../store/webhooks/webhooks.ts';

const FAILED_AT_ONCE = 5000;

/** Disables webhooks and tells their owners by an event, which other webhooks of theirs are sent. */
export async function disable(tx: Executor, ids: readonly string[], reason: DisabledReason, now: Date): Promise<void> {
  const disabled = await disableWebhooks(tx, ids, reason, now);
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

/** Disables what cannot be delivered to; what waits for a disabled webhook has failed, and can be replayed. */
export async function disableHopeless({ db: { writes }, now }: Deps, signal?: AbortSignal): Promise<void> {
  const time = now();
  const hopeless = await listHopelessWebhooks(writes, {
    failingBefore: new Date(time.getTime() - DISABLE_AFTER_MS),
    maxPending: MAX_PENDING,
    now: time,
  });
  for (const { id, reason } of hopeless) await inTransaction(writes, (tx) => disable(tx, [id], reason, time));
  const ids = await listDisabledWithPending(writes);
  if (ids.length === 0) return;
  for (let failed = FAILED_AT_ONCE; failed === FAILED_AT_ONCE && signal?.aborted !== true; )
    failed = await failPendingDeliveries(writes, ids, time, FAILED_AT_ONCE);
}
