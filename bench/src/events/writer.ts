import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { appendEvents } from '../../../server/src/store/events.ts';

const TICK_MS = 20;
const CONNECTIONS = 4;

/**
 * Writes `rate` events per second through the outbox, as the service does, in one transaction per 20 ms. A backlog is not
 * made up for, because the rate that was reached is the result.
 */
export async function writeEvents(
  databaseUrl: string,
  questionIds: readonly string[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  let [due, written] = [0, 0];
  const write = async (count: number) => {
    await appendEvents(pool, eventsOf(questionIds, count));
    written += count;
  };
  while (performance.now() - started < seconds * 1000) {
    await wait(TICK_MS);
    const planned = Math.floor(((performance.now() - started) * rate) / 1000);
    const count = Math.min(planned - due, Math.ceil((rate * TICK_MS * 5) / 1000));
    due = planned;
    if (count === 0 || inFlight.size >= CONNECTIONS) continue;
    const writing: Promise<void> = write(count).finally(() => inFlight.delete(writing));
    inFlight.add(writing);
  }
  await Promise.all(inFlight);
  await pool.end();
  return written;
}

function eventsOf(questionIds: readonly string[], count: number) {
  return Array.from({ length: count }, () => ({
    type: 'question.updated' as const,
    resource_id: questionIds[Math.floor(Math.random() * questionIds.length)] ?? '',
    version: 2,
    changed: ['difficulty'],
    actor: 'bench',
    occurred_at: new Date(),
  }));
}
