import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { json } from '../support/service.ts';
import type { WriteLoad } from '../support/write-load.ts';
import { FAULT_RUNS, FaultTarget } from './fault-target.ts';

const RUN_MS = 300_000; // ten times the usual duration
/** The number of requests to be rejected before the database is restarted. */
const NOTICED = 40;

const target = await FaultTarget.start();
afterAll(() => target.end());

/** Kills a backend of the service. PostgreSQL then ends all others too and goes through recovery. */
async function killBackend(): Promise<void> {
  const { rows } = await target.sql.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'quaestor%' order by state = 'active' desc, random() limit 1`,
  );
  const [backend] = rows;
  if (backend === undefined) throw new Error('the service has no connection');
  process.kill(backend.pid, 'SIGKILL');
}

interface Fault {
  name: string;
  inject: (load: WriteLoad) => Promise<void>;
}

const KILLED_SERVICE: Fault = {
  name: 'kill -9 of the service',
  inject: async () => {
    await target.service.end('SIGKILL');
    await target.startService();
  },
};

const KILLED_BACKEND: Fault = { name: 'kill -9 of a backend', inject: killBackend };

/** Stops the database until both writers and readers have been rejected. */
const LOST_DATABASE: Fault = {
  name: 'kill -9 of the postmaster',
  inject: async (load) => {
    process.kill(target.postgres.postmaster(), 'SIGKILL');
    await load.rejected(NOTICED);
    const read = await target.service.fetch('/questions?limit=5');
    expect([read.status, read.headers.get('retry-after')], await read.text()).toEqual([503, expect.any(String)]);
    expect((await target.service.fetch('/healthz')).status).toBe(200);
    await target.postgres.start();
  },
};

async function injectRepeatedly({ name, inject: fault }: Fault): Promise<void> {
  for (let run = 0; run < FAULT_RUNS; run += 1) {
    const load = await target.inject(`${name} ${run}`, fault);
    const rejected = (load.statuses.get(503) ?? 0) + (load.statuses.get(504) ?? 0) + load.lost;
    expect(rejected, 'requests that the fault affected').toBeGreaterThan(0);
    await target.verify();
  }
}

const NAME =
  '$name under load: no acknowledged write is lost or doubled, the service recovers by itself, and verify finds nothing';
const TIMEOUT = { timeout: RUN_MS * FAULT_RUNS };

it.each([KILLED_SERVICE, LOST_DATABASE])(NAME, TIMEOUT, injectRepeatedly);
it.each([KILLED_BACKEND])(NAME, { ...TIMEOUT, tags: ['release'] }, injectRepeatedly);

it('finds no differences with verify while writers are running', { tags: ['release'] }, async () => {
  const load = await target.inject('no fault', () => target.verify());
  expect([...load.statuses.keys()].sort()).toEqual([200, 201]);
});

it('performs a request with a key only once, even if a kill interrupts it and it is repeated', {
  ...TIMEOUT,
  tags: ['release'],
}, async () => {
  const marks: string[] = [];
  for (let run = 0; run < 3 * FAULT_RUNS; run += 1) {
    const mark = `cut-${run}`;
    marks.push(mark);
    const question = { question_text: mark, correct_answer: mark, category: 'Science', difficulty: 0, source: mark };
    const request = json(Array.from({ length: 200 }, () => question));
    const repeat = () =>
      target.service.fetch('/questions', { ...request, headers: { ...request.headers, 'idempotency-key': mark } });
    const cut = repeat().catch(() => undefined);
    await wait(run * 7); // a point between reading the request and sending the reply
    await target.service.end('SIGKILL');
    await cut;
    await target.startService();
    const replies: string[] = [];
    while (replies.length < 2) {
      const reply = await repeat();
      const body = await reply.text();
      if (reply.status === 201) replies.push(body);
      else expect([409, 503], body).toContain(reply.status); // PostgreSQL has not ended the interrupted transaction yet
    }
    expect(replies[1]).toBe(replies[0]);
  }
  const { rows } = await target.sql.query<{ source: string; count: string }>(
    'select source, count(*) from questions where source = any($1) group by source',
    [marks],
  );
  expect(new Map(rows.map(({ source, count }) => [source, count]))).toEqual(
    new Map(marks.map((mark) => [mark, '200'])),
  );
  await target.verify();
});
