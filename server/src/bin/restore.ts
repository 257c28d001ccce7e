import { readConfig } from '../config/config.ts';
import { openBackup } from '../store/backup/read-backup.ts';
import { commandOf } from './command.ts';
import { openDatabase } from './open-database.ts';
import { requireEmptyDatabase, restoreDatabase } from './restore-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

await runTask(async () => {
  const { BACKUP: directory } = readOptions({
    command: commandOf('restore'),
    summary:
      'Restores a backup into an empty database, and verifies it. Uses the database in DATABASE_URL, otherwise a new one in DATA_DIR. Exits with 1 if anything differs.',
    argument: 'BACKUP',
    options: {},
  });
  const database = await openDatabase(readConfig());
  try {
    await requireEmptyDatabase(database.url); // before spending minutes on checksums
    const backup = await openBackup(directory);
    const report = (line: string) => void process.stdout.write(`${line}\n`);
    const { manifest } = backup;
    report(`${directory} is intact: ${manifest.total.rows} rows as of ${manifest.taken_at}`);
    const wrong = await restoreDatabase(database.url, backup, report);
    if (wrong === 0) {
      report('Restored. Tokens that were revoked since the backup are valid again. Revoke them once more.');
      return 0;
    }
    process.stderr.write(
      `Restored, but ${wrong} checks failed, see above. The original bank may have the same problems.\n`,
    );
    return 1;
  } finally {
    await database.close();
  }
});
