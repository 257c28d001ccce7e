import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../src/bin/migrate-database.ts';

/**
 * Writes server/schema.sql: the pg_dump of a freshly migrated database, so that a review shows the effect of a
 * migration. Uses the PostgreSQL of TEST_DATABASE_URL or the one on the standard port; pg_dump must be of its version
 * or newer.
 */
const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `quaestor_schema_${randomBytes(4).toString('hex')}`;
const url = new URL(server);
url.pathname = `/${name}`;

if (!canDump()) {
  if (process.env['CI'] === 'true') throw new Error('pg_dump or its PostgreSQL is missing');
  process.stderr.write('SKIPPED: schema.sql was not compared, pg_dump or a PostgreSQL for it is missing.\n');
  process.exit(0);
}
await admin(`create database ${name}`);
try {
  await migrate(url.href);
  const dump = execFileSync(
    'pg_dump',
    [
      '--schema-only',
      '--no-owner',
      '--no-privileges',

      '--exclude-schema=pgboss',
      url.href,
    ],
    { encoding: 'utf8' },
  );
  writeFileSync(new URL('../schema.sql', import.meta.url), clean(dump));
} finally {
  await admin(`drop database ${name}`);
}

function canDump(): boolean {
  try {
    execFileSync('pg_dump', ['--version'], { stdio: 'ignore' });
    execFileSync('pg_isready', ['-d', server], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Removes comments, session settings and version names, which differ between versions of pg_dump. */
function clean(dump: string): string {
  const lines = dump.split('\n').filter((line) => !/^(?:--|SET |SELECT pg_catalog|\\(?:un)?restrict)/u.test(line));
  return `${lines
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()}\n`;
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
