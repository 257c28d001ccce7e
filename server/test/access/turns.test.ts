import pg from 'pg';
import { expect, it } from 'vitest';
import { MAX_WAIT_MS, TURN_LIMITS } from '../../src/plugins/turns.ts';
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

/** Nothing can be read meanwhile: whatever is sent piles up. */
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

it('lets a single request pass the line of another caller, and tells who sends too many at once', async () => {
  const order: string[] = [];
  const many = TURN_LIMITS.light.maxWorking + TURN_LIMITS.light.maxWaitingOfCaller;
  let others: ReturnType<typeof send>[] = [];
  let one: ReturnType<typeof send> | undefined;
  await whileNothingCanBeRead(async () => {
    others = Array.from({ length: many }, () => send(crowd.token, () => order.push('crowd')));
    const tooMany = await Promise.all(Array.from({ length: 100 }, () => send(crowd.token)));
    for (const reply of tooMany) {
      expectProblem(reply, 429, 'concurrency_limited');
      expect(reply.headers['retry-after']).toBe('1');
    }
    one = send(single.token, () => order.push('single'));
    expect((await service.request({ url: '/healthz' })).statusCode).toBe(200);
  });
  const replies = await Promise.all([...others, one]);
  for (const reply of replies) expect(reply?.statusCode).toBe(200);
  expect(order).toHaveLength(many + 1);
  expect(order.indexOf('single')).toBeLessThan(TURN_LIMITS.light.maxWorking + 10);
});

it('tells who has waited too long to come back, and forgets them', async () => {
  let crowded: ReturnType<typeof send>[] = [];
  await whileNothingCanBeRead(async () => {
    const room = TURN_LIMITS.light.maxWorking + TURN_LIMITS.light.maxWaitingOfCaller;
    crowded = Array.from({ length: room }, () => send(crowd.token));
    expect((await send(crowd.token)).statusCode).toBe(429); // so the room is full, and the line too
    const reply = await send(single.token);
    expectProblem(reply, 503, 'overloaded');
    expect(reply.headers['retry-after']).toBe('1');
  });
  const statuses = (await Promise.all(crowded)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 503)).toHaveLength(TURN_LIMITS.light.maxWaitingOfCaller);
  expect(statuses.filter((status) => status === 200)).toHaveLength(TURN_LIMITS.light.maxWorking);
  expect((await send(single.token)).statusCode).toBe(200);
}, 30_000);
