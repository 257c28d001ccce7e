import type { Executor } from '../database/executor.ts';
import { BackupError } from './bank-source.ts';

/** A service that keeps writing to the old database would lose writes that it has acknowledged. */
export async function requireNoService(db: Executor): Promise<void> {
  const { rows } = await db.query<{ name: string; count: string }>({
    text: `select application_name as name, count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name like 'quaestor%'
            group by application_name order by application_name`,
  });
  if (rows.length === 0) return;
  const found = rows.map(({ name, count }) => `${name} (${count})`).join(', ');
  throw new BackupError(`The service is still connected to the database that is to be left: ${found}. Stop it first.`);
}
