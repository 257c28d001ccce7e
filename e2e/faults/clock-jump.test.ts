/** @module-tag release */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { end } from '../support/analysis-nodes.ts';
import { json, startProgram } from '../support/service.ts';
import { FaultTarget } from './fault-target.ts';

const AHEAD_DAYS = 40;
/** A worker sweeps when it starts, and is done after this time. */
const SWEPT_WITHIN_MS = 15_000;
const CLOCK_AHEAD = pathToFileURL(path.join(import.meta.dirname, 'clock-ahead.ts')).href;

const target = await FaultTarget.start();
afterAll(() => target.end());

/** Creates one object of every kind that expires. */
async function writeEverything(): Promise<void> {
  const post = async (url: string, body: object, key: string) => {
    const request = json(body);
    const headers = { ...request.headers, 'idempotency-key': key, prefer: 'wait=30' };
    const reply = await target.service.fetch(url, { ...request, headers });
    const made = (await reply.json()) as { id: string };
    expect(reply.status, JSON.stringify(made)).toBe(201);
    return made.id;
  };
  const question = { question_text: 'Not gone?', correct_answer: 'No', category: 'Science', difficulty: 0 };
  await post('/questions', question, 'kept');
  const deleted = await post('/questions', question, 'deleted');
  await target.service.fetch(`/questions/${deleted}`, { method: 'DELETE' });
  await post('/draws', {}, 'draw');
  await post('/analysis/run', { analysis_type: 'item_flaws', filter: {} }, 'analysis');
  const client = await target.service.fetch('/clients', json({ name: 'client', scopes: ['questions:read'] }));
  const { client_id, client_secret } = (await client.json()) as { client_id: string; client_secret: string };
  const token = await fetch(`${target.service.origin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect(token.status, await token.text()).toBe(200);
}

const TABLES = [
  'questions',
  'question_versions',
  'question_features',
  'events',
  'idempotency_keys',
  'draws',
  'analyses',
  'access_tokens',
  'audit_log',
] as const;

async function countRows(): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*) from ${table})::integer as ${table}`);
  const { rows } = await target.sql.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return rows[0] ?? {};
}

/** Returns true if the key that has expired by any clock is gone, because then a sweep has run. */
async function isSwept(): Promise<boolean> {
  const { rowCount } = await target.sql.query(`select from idempotency_keys where scope = '\\x00'`);
  return rowCount === 0;
}

it('purges nothing early if the clock of a worker is 40 days ahead', async () => {
  await writeEverything();
  const before = await countRows();
  expect(Object.values(before).every((count) => count > 0)).toBe(true);
  await target.sql.query(
    `insert into idempotency_keys (scope, fingerprint, created_at, status, headers, body)
     values ('\\x00', '\\x00', now() - interval '3 days', 200, '{}', '')`,
  );

  const worker = startProgram(
    {
      DATABASE_URL: target.postgres.url,
      CLOCK_AHEAD_DAYS: String(AHEAD_DAYS),
      NODE_OPTIONS: `--import=${CLOCK_AHEAD}`,
    },
    [],
    'worker',
  );
  const lookUntil = Date.now() + SWEPT_WITHIN_MS;
  while (Date.now() < lookUntil && !(await isSwept())) await wait(100);
  await wait(2000); // until the sweep is complete
  await end(worker.process, 'SIGTERM');

  await target.sql.query(`delete from idempotency_keys where scope = '\\x00'`);
  expect(await countRows()).toEqual(before);
  await target.verify();
});
