import type { Executor } from './database.ts';

/**
 * Deletes up to `limit` rows whose time in an indexed column is before the given one, oldest first. Rows are addressed
 * by their physical location, so that no estimate, however wrong, makes PostgreSQL read the whole table. Locked rows
 * are left for the next call. `only` may exclude a few rows, which are read again in each call.
 */
export async function deleteBatchBefore(
  db: Executor,
  { table, time, only = 'true' }: { table: string; time: string; only?: string },
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from ${table}
            where ctid = any(array(select ctid from ${table} where ${time} < $1 and ${only} order by ${time} limit $2 for update skip locked))`,
    values: [before, limit],
  });
  return rowCount ?? 0;
}
