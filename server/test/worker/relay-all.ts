import { expect } from 'vitest';
import { relayEvents } from '../../src/worker/webhooks/relay.ts';
import type { TestService } from '../harness.ts';

/** Relays all events. Waits for open transactions on the same server, even of other tests, which delay events. */
export async function relayAll({ deps }: TestService): Promise<void> {
  const isHeldUp = 'select from events where transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) limit 1';
  await expect.poll(async () => (await deps.db.writes.query({ text: isHeldUp })).rowCount, { timeout: 60_000 }).toBe(0);
  await relayEvents(deps);
}
