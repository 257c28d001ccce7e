import pg from 'pg';
import { expect, it } from 'vitest';
import { MAX_WAIT_MS, TURN_LIMITS } from '../../src/plugins/load/turns.ts';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith } from './credentials.ts';

const service = await startTestService({
  ANONYMOUS_SCOPES: '',
  RATE_LIMIT: 'true',
  LIMIT_POINTS: '100000',
  READ_TIMEOUT_MS: String(4 * MAX_WAIT_MS),
});
const SCOPES = ['questions:read', 'questions:write'] as const;
const [crowd, single] = [await keyWith(service, SCOPES), await keyWith(service, SCOPES)];
const created = await service.request({
  method: 'POST',
  url: '/questions',
  headers: bearer(single.token),
  payload: draft(),
});
const url = `/questions/${created.json<{ id: string }>().id}`;

/** Prevents reads during the work, so that requests pile up. */
async function whileNothingCanBeRead(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table questions in access exclusive mode');
  try {
    await work();
  } finally {
    await holder.end();
  }
}

function send(token: string, done: () => void = () => {}) {
  return service.request({ url, headers: bearer(token) }).finally(done);
}

/** Sends more requests than there is capacity for: all have arrived when the first one waits for the lock. */
async function crowdIn(done: () => void = () => {}): Promise<ReturnType<typeof send>[]> {
  const crowded = Array.from({ length: ROOM + WAITING }, () => send(crowd.token, done));
  await expect
    .poll(async () => {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await service.deps.db.reads.query(text)).rowCount;
    })
    .toBeGreaterThan(0);
  return crowded;
}

async function countInLine(): Promise<number | undefined> {
  const metric = await service.deps.metrics.registry.getSingleMetric('quaestor_http_requests_waiting')?.get();
  return metric?.values.find(({ labels }) => labels['line'] === 'light')?.value;
}

const ROOM = TURN_LIMITS.light.maxWorking;
const WAITING = 100;

it('lets a single request overtake the queue of another caller, and probes at once', async () => {
  const order: string[] = [];
  let replies: ReturnType<typeof send>[] = [];
  await whileNothingCanBeRead(async () => {
    replies = await crowdIn(() => order.push('crowd'));
    replies.push(send(single.token, () => order.push('single')));
    await expect.poll(countInLine).toBe(WAITING + 1);
    expect((await service.request({ url: '/healthz' })).statusCode).toBe(200);
  });
  for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(200);
  expect(order).toHaveLength(ROOM + WAITING + 1);
  expect(order.indexOf('single')).toBeLessThan(ROOM + 10);
});

it('rejects requests that have waited too long, and forgets them', async () => {
  let crowded: ReturnType<typeof send>[] = [];
  await whileNothingCanBeRead(async () => {
    crowded = await crowdIn();
    const reply = await send(single.token);
    expectProblem(reply, 503, 'overloaded');
    expect(reply.headers['retry-after']).toBe('1');
  });
  const statuses = (await Promise.all(crowded)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 503)).toHaveLength(WAITING);
  expect(statuses.filter((status) => status === 200)).toHaveLength(ROOM);
  expect((await send(single.token)).statusCode).toBe(200);
}, 300_000);
