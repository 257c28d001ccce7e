import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '../../src/bin/migrate-database.ts';
import { findTextProblem } from '../../src/store/database/text-settings.ts';
import { startTestService } from '../harness.ts';

const { databaseUrl, deps } = await startTestService();
const server = new pg.Client({ connectionString: databaseUrl });
await server.connect();
const created: string[] = [];
afterAll(async () => {
  for (const name of created) await server.query(`drop database ${name} with (force)`);
  await server.end();
});

async function create(name: string, options: string): Promise<string> {
  const unique = `${name}_${new URL(databaseUrl).pathname.slice(-12).toLowerCase()}`;
  await server.query(`create database ${unique} template template0 ${options}`);
  created.push(unique);
  const url = new URL(databaseUrl);
  url.pathname = `/${unique}`;
  return url.href;
}

it('accepts a database whose settings can classify letters', async () => {
  expect(await findTextProblem(deps.db.reads)).toBeUndefined();
});

it.each([
  [
    'bytes',
    `encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    'has the encoding SQL_ASCII; it must be UTF8',
  ],
  [
    'plain_c',
    `encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    'has lc_ctype C, with which searches',
  ],
])('creates no bank in a database of %s, and says how to create the database', async (name, options, problem) => {
  const url = await create(name, options);
  await expect(migrate(url)).rejects.toThrow(problem);
  await expect(migrate(url)).rejects.toThrow(`create database … template template0 encoding 'UTF8'`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  expect(await findTextProblem(client)).toContain(problem);
  await client.end();
});
