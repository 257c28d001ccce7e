import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { json } from './service.ts';
import { FAULT_RUNS, StruckService } from './struck-service.ts';

const RUN_MS = 120_000;

const struck = await StruckService.start();
afterAll(() => struck.end());

/** One of the service's own backends: PostgreSQL then ends all others too and goes through recovery. */
async function killBackend(): Promise<void> {
  const { rows } = await struck.sql.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'quaestor%' order by state = 'active' desc, random() limit 1`,
  );
  const [backend] = rows;
  if (backend === undefined) throw new Error('the service has no connection');
  process.kill(backend.pid, 'SIGKILL');
}

const FAULTS = [
  {
    name: 'kill -9 of the service',
    strike: async () => {
      await struck.service.end('SIGKILL');
      await struck.startService();
    },
  },
  { name: 'kill -9 of a backend', strike: killBackend },
  {
    name: 'kill -9 of the postmaster',
    strike: async () => {
      process.kill(struck.postgres.postmaster(), 'SIGKILL');
      await wait(500); // long enough for every writer to be told
      await struck.postgres.start();
    },
  },
];

it('verify is clean beside writers', async () => {
  const load = await struck.strike('no fault', () => struck.verify());
  expect([...load.statuses.keys()].sort()).toEqual([200, 201]);
});

it.each(FAULTS)(
  '$name under load: no acknowledged write is lost or doubled, the service goes on by itself, verify is clean',
  { timeout: RUN_MS * FAULT_RUNS },
  async ({ name, strike }) => {
    for (let run = 0; run < FAULT_RUNS; run += 1) {
      const load = await struck.strike(`${name} ${run}`, strike);
      const rejected = (load.statuses.get(503) ?? 0) + (load.statuses.get(504) ?? 0) + load.lost;
      expect(rejected, 'requests that the fault met').toBeGreaterThan(0);
      await struck.verify();
    }
  },
);

it('a request with a key that a kill cut off has one effect, however often it is repeated', {
  timeout: RUN_MS * FAULT_RUNS,
}, async () => {
  const marks: string[] = [];
  for (let run = 0; run < 3 * FAULT_RUNS; run += 1) {
    const mark = `cut-${run}`;
    marks.push(mark);
    const question = { question_text: mark, correct_answer: mark, category: 'Science', difficulty: 0, source: mark };
    const request = json(Array.from({ length: 200 }, () => question));
    const repeat = () =>
      struck.service.fetch('/questions', { ...request, headers: { ...request.headers, 'idempotency-key': mark } });
    const cut = repeat().catch(() => undefined);
    await wait(run * 7); // somewhere between reading the request and sending the reply
    await struck.service.end('SIGKILL');
    await cut;
    await struck.startService();
    const replies: string[] = [];
    while (replies.length < 2) {
      const reply = await repeat();
      const body = await reply.text();
      if (reply.status === 201) replies.push(body);
      else expect([409, 503], body).toContain(reply.status); // the transaction that was cut off is still being ended
    }
    expect(replies[1]).toBe(replies[0]);
  }
  const { rows } = await struck.sql.query<{ source: string; count: string }>(
    'select source, count(*) from questions where source = any($1) group by source',
    [marks],
  );
  expect(new Map(rows.map(({ source, count }) => [source, count]))).toEqual(
    new Map(marks.map((mark) => [mark, '200'])),
  );
  await struck.verify();
});
