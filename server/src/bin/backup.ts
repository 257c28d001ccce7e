import { readConfig } from '../config/config.ts';
import { VERSION } from '../config/version.ts';
import { KEPT_QUEUE } from '../queue/carry-over.ts';
import { withLiveBank } from '../store/backup/live-bank.ts';
import { removeOldBackups, writeBackup, writeBackupMetrics } from '../store/backup/write-backup.ts';
import { commandOf } from './command.ts';
import { openDatabaseBeside } from './open-database.ts';
import { runTask } from './run.ts';
import { readOptions, UsageError } from './usage.ts';

await runTask(async () => {
  const { DIRECTORY: directory, keep } = readOptions({
    command: commandOf('backup'),
    summary:
      'Writes a backup of the whole database into a new directory below DIRECTORY, whether or not the service is running. Uses the database in DATABASE_URL, otherwise the one in DATA_DIR.',
    argument: 'DIRECTORY',
    options: {},
    values: { keep: { name: 'N', text: 'Afterwards remove all backups in DIRECTORY except the newest N.' } },
  });
  const kept = keep === undefined ? undefined : readCount(keep);
  const startedAt = performance.now();
  const database = await openDatabaseBeside(readConfig());
  try {
    const written = await withLiveBank(database.url, KEPT_QUEUE, (bank) => writeBackup(bank, directory, VERSION));
    const seconds = (performance.now() - startedAt) / 1000;
    await writeBackupMetrics(directory, written, seconds);
    const { path, manifest } = written;
    const { rows, bytes } = manifest.total;
    process.stdout.write(
      `${path}\n${rows} rows as of ${manifest.taken_at} in ${formatSize(bytes)}: ${seconds.toFixed(1)} s\n`,
    );
    const removed = await removeOldBackups(directory, kept);
    if (removed.length > 0) process.stdout.write(`Removed ${removed.join(', ')}.\n`);
    return 0;
  } finally {
    await database.close();
  }
});

/** Formats like "53.1 KB". */
function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/u.test(text)) throw new UsageError('`--keep` must be a number from 1 to 9999.');
  return Number(text);
}
