import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { startOwnPostgres } from './own-postgres.ts';
import { json, startService, temporaryDirectory } from './service.ts';

const MAX_CONNECTIONS = 40;
const directory = await temporaryDirectory();
const postgres = await startOwnPostgres(directory.path);
await connected(async (client) => {
  await client.query(`alter system set max_connections = ${MAX_CONNECTIONS}`);
});
postgres.restart('fast');
const service = await startService({ DATABASE_URL: postgres.url, RATE_LIMIT: 'false' });
const greedy: pg.Client[] = [];
afterAll(async () => {
  await Promise.all(greedy.map((client) => client.end()));
  await service.end();
  postgres.stop();
  await directory.remove();
});

async function connected(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await work(client);
  await client.end();
}

/** Takes every connection that is left, and those that the service gives back, until it has nearly all. */
async function takeAll(): Promise<void> {
  for (let refused = 0; refused < 20; ) {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on('error', () => {});
    try {
      await client.connect();
      greedy.push(client);
    } catch {
      refused += 1;
      await wait(100);
    }
  }
}

const question = { question_text: 'Is there room?', correct_answer: 'No', category: 'Science', difficulty: 0 };
const requests = (): Promise<Response>[] => [
  ...Array.from({ length: 20 }, () => service.fetch('/questions?q=room')),
  ...Array.from({ length: 20 }, () => service.fetch('/questions', json([question, question]))),
  service.fetch('/audit-log'),
  service.fetch('/readyz'),
];

it('answers 503 with Retry-After while PostgreSQL has no connection left, and recovers by itself', async () => {
  // What the service holds is ended again and again until all connections are others'.
  await connected(async (client) => {
    for (let round = 0; round < 5; round += 1) {
      const others = takeAll();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'quaestor%'`,
      );
      await others;
    }
  });
  const crowded = await Promise.all(requests());
  const statuses = new Set(crowded.map(({ status }) => status));
  expect(statuses).toContain(503);
  for (const { status } of crowded) expect([200, 201, 503]).toContain(status);
  for (const { status, headers } of crowded) {
    if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await service.fetch('/healthz')).status).toBe(200);

  await Promise.all(greedy.splice(0).map((client) => client.end()));
  for (let attempt = 0; ; attempt += 1) {
    const answers = await Promise.all(requests());
    if (answers.every(({ status }) => status < 300)) break;
    expect(attempt).toBeLessThan(40);
    await wait(250);
  }
});
