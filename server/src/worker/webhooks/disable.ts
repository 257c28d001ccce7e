import type { Deps } from '../../deps.ts';
import { DISABLE_AFTER_MS, MAX_PENDING } from '../../domain/webhooks/schedule.ts';
import { disableWithEvent } from '../../operations/webhooks/disable.ts';
import { inTransaction } from '../../store/database/database.ts';
import {
  failPendingDeliveries,
  listDisabledWithPending,
  listWebhooksToDisable,
} from '../../store/webhooks/deliveries.ts';

const FAILED_AT_ONCE = 5000;

/** Disables webhooks that cannot be delivered to. Their pending deliveries count as failed and can be replayed. */
export async function disableUndeliverable({ db: { writes }, now }: Deps, signal?: AbortSignal): Promise<void> {
  const time = now();
  const due = await listWebhooksToDisable(writes, {
    failingBefore: new Date(time.getTime() - DISABLE_AFTER_MS),
    maxPending: MAX_PENDING,
    now: time,
  });
  for (const { id, reason } of due) await inTransaction(writes, (tx) => disableWithEvent(tx, [id], reason, time));
  const ids = await listDisabledWithPending(writes);
  if (ids.length === 0) return;
  for (let failed = FAILED_AT_ONCE; failed === FAILED_AT_ONCE && signal?.aborted !== true; )
    failed = await failPendingDeliveries(writes, ids, time, FAILED_AT_ONCE);
}
