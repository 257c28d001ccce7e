/** @module-tag release */
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findMachinePostgres, makeEmptyDatabase, onServer } from '../support/machine-postgres.ts';
import { runProgram, temporaryDirectory } from '../support/service.ts';

/** `npm run backup-times` compares backups of a million questions with PostgreSQL's own programs on the same server. */
const ROWS = Number(process.env['BACKUP_ROWS'] ?? 0);
const ROOT = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

it.skipIf(ROWS === 0)('measures the times of backup and restore', { timeout: 3_600_000 }, async () => {
  const server = await findMachinePostgres();
  if (server === undefined) throw new Error('this needs the PostgreSQL of the machine, and its pg_dump');
  const directory = await temporaryDirectory();
  const place = (name: string) => path.join(directory.path, name);
  const [bank, ours, theirs] = [
    await makeEmptyDatabase(server, 'quaestor_times'),
    await makeEmptyDatabase(server, 'quaestor_times_ours'),
    await makeEmptyDatabase(server, 'quaestor_times_theirs'),
  ];
  const timed = async (name: string, work: () => Promise<unknown>, written?: string) => {
    const startedAt = performance.now();
    await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const megabytes = written === undefined ? '' : `, ${(sizeOf(written) / 1e6).toFixed()} MB`;
    process.stdout.write(`${name}: ${seconds} s${megabytes}\n`);
  };
  const run = async (program: 'backup' | 'restore' | 'migrate', url: string, ...args: string[]) => {
    const { code, output } = await runProgram(program, { DATABASE_URL: url }, args);
    process.stdout.write(output.replaceAll(/^/gmu, '    '));
    expect(code).toBe(0);
  };
  try {
    await run('migrate', bank);
    await timed(`a bank of ${ROWS}`, () => seed(bank));
    await timed('npm run backup', () => run('backup', bank, place('backup')), place('backup'));
    await timed('pg_dump -Fc', () => execute('pg_dump', ['-Fc', '-f', place('fc'), bank]), place('fc'));
    await timed('pg_dump -Fd -j2', () => execute('pg_dump', ['-Fd', '-j2', '-f', place('fd'), bank]), place('fd'));
    const [made = ''] = readdirSync(place('backup'));
    await timed('npm run restore, with verify', () => run('restore', ours, path.join(place('backup'), made)));
    await timed('pg_restore -j2', () => execute('pg_restore', ['-j2', '-d', theirs, place('fd')]));
  } finally {
    for (const name of ['quaestor_times', 'quaestor_times_ours', 'quaestor_times_theirs'])
      await onServer(server, `drop database ${name} with (force)`);
    await directory.remove();
  }
});

async function seed(url: string): Promise<void> {
  const script = `import { seedBank } from './bench/src/seed.ts'; await seedBank(${JSON.stringify(url)}, ${ROWS}, () => {});`;
  await execute('node', ['--input-type=module', '--eval', script], { cwd: ROOT });
  await onServer(
    url,
    `insert into events (transaction_id, type, resource_id, version, changed, actor, occurred_at)
     select transaction_id, 'question.created', id, version, '{}', updated_by, created_at from questions`,
    'vacuum analyze',
  );
}

function sizeOf(place: string): number {
  if (!statSync(place).isDirectory()) return statSync(place).size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}
