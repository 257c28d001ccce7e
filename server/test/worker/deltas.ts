import pg from 'pg';
import type { TestService } from '../harness.ts';

/** Runs a statement without a time limit, on a separate connection. */
export async function runUnlimited(service: TestService, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Deltas as many small writes would leave them while no worker runs: in many blocks, cells and topics, with sums of
 * zero.
 */
export function addDeltas(service: TestService, count: number, topics: number): Promise<void> {
  return runUnlimited(
    service,
    `insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
     select 'ready', 1 + n / 2 % 6, n / 2 % 3, n / 2 % 2500, case n % 2 when 0 then 1 else -1 end, 'Topic ' || n / 2 % ${topics}
       from generate_series(0, ${count - 1}) n`,
  );
}

export async function countDeltas(service: TestService): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: string }>('select count(*) from question_count_deltas');
  return Number(rows[0]?.count);
}
