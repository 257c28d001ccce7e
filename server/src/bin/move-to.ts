import { readConfig } from '../config/config.ts';
import { KEPT_QUEUE } from '../queue/carry-over.ts';
import { withLiveBank } from '../store/backup/live-bank.ts';
import { requireNoService } from '../store/backup/sessions.ts';
import { withConnection } from '../store/database/connection.ts';
import { commandOf } from './command.ts';
import { openDatabase } from './open-database.ts';
import { waitForDatabase } from './reach-database.ts';
import { requireEmptyDatabase, restoreDatabase } from './restore-database.ts';
import { runTask } from './run.ts';
import { readOptions, UsageError } from './usage.ts';

const LIMITS = { applicationName: 'quaestor move', statementTimeoutMs: 60_000 };

await runTask(async () => {
  const { TARGET_URL: target } = readOptions({
    command: commandOf('move-to'),
    summary:
      'Copies the whole database into the empty one at TARGET_URL, and verifies the copy. Uses the database in DATABASE_URL, otherwise the one in DATA_DIR. Stop the service first.',
    argument: 'TARGET_URL',
    options: {},
  });
  if (!/^postgres(?:ql)?:\/\//u.test(target) || !URL.canParse(target))
    throw new UsageError('TARGET_URL must be a URL such as postgres://user:password@host:5432/database.');
  const config = readConfig();
  const source = await openDatabase(config);
  try {
    await waitForDatabase(target, config.databaseWaitMs);
    await requireEmptyDatabase(target);
    await withConnection(source.url, LIMITS, requireNoService);
    const report = (line: string) => void process.stdout.write(`${line}\n`);
    const { wrong, takenAt } = await withLiveBank(source.url, KEPT_QUEUE, async (bank) => ({
      takenAt: bank.takenAt.toISOString(),
      wrong: await restoreDatabase(target, bank, report),
    }));
    if (wrong > 0) {
      process.stderr.write(
        `Copied, but ${wrong} checks failed, see above. The original bank may have the same problems.\n`,
      );
      return 1;
    }
    report(
      `The database at TARGET_URL is a copy as of ${takenAt}, without anything written later.\n` +
        'Set DATABASE_URL to TARGET_URL for every process, and start them. The old database is unchanged: remove it when you no longer need it.',
    );
    return 0;
  } finally {
    await source.close();
  }
});
