import { type CarriedJob, carryOver } from '../queue/carry-over.ts';
import { installQueues } from '../queue/install.ts';
import { restartAnalyses } from '../store/analysis/restart.ts';
import type { BankSource } from '../store/backup/bank-source.ts';
import { loadBank } from '../store/backup/load-bank.ts';
import {
  listRestoredJobs,
  markFinished,
  markUnfinished,
  migrationsOf,
  requireEmpty,
} from '../store/backup/restore-target.ts';
import { withConnection } from '../store/database/connection.ts';
import type { Executor } from '../store/database/executor.ts';
import { MIGRATION_LIMITS, migrateTables } from '../store/database/migrations.ts';
import { JOB_KINDS } from '../worker/jobs.ts';
import { migrate } from './migrate-database.ts';
import { verifyDatabase } from './verify-database.ts';

const LIMITS = { ...MIGRATION_LIMITS, applicationName: 'quaestor restore' };

export const requireEmptyDatabase = (url: string) => withConnection(url, LIMITS, requireEmpty);

/**
 * Loads a bank into an empty database, migrates it to the schema of this release, and verifies it. If it is killed, the
 * database it leaves is rejected by all processes and by further restores. Returns the number of failed checks.
 */
export async function restoreDatabase(url: string, bank: BankSource, report: (line: string) => void): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  await requireEmptyDatabase(url);
  await migrateTables(url, migrationsOf(bank.migrations), 0);
  await withConnection(url, LIMITS, (client) =>
    inOneTransaction(client, () => markUnfinished(client, bank.migrations)),
  );
  const rows = await loadBank(url, bank);
  report(`Loaded ${rows} rows and built every index: ${seconds()}`);
  await installQueues(url, JOB_KINDS);
  const jobs = await withConnection(url, LIMITS, async (client) => {
    const carried = await carryOver(url, unfinishedWork(client));
    await inOneTransaction(client, () => markFinished(client));
    return carried;
  });
  const applied = await migrate(url);
  if (applied.length > 0) report(`Applied ${applied.join(', ')}: ${seconds()}`);
  report(`${jobs} jobs are waiting for a worker. Verifying: ${seconds()}`);
  const wrong = await verifyDatabase(url, (line, passed) => {
    if (!passed) report(line);
  });
  report(`Verified: ${seconds()}`);
  return wrong;
}

/** Analyses start again with their first job; all other work keeps its current job. */
async function* unfinishedWork(client: Executor): AsyncGenerator<CarriedJob[], void> {
  const runs = await restartAnalyses(client);
  yield runs.map(({ id, owner }) => ({ name: 'analysis.plan', data: { analysis_id: id }, owner }));
  for await (const jobs of listRestoredJobs(client)) yield jobs.filter(({ name }) => !name.startsWith('analysis.'));
}

async function inOneTransaction(client: Executor, work: () => Promise<void>): Promise<void> {
  await client.query({ text: 'begin' });
  await work();
  await client.query({ text: 'commit' }); // a failure before this drops the connection, and with it uncommitted changes
}
