import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginAnonymous } from '../../src/plugins/access/access.ts';
import { limitReplyMemory } from '../../src/plugins/load/reply-memory.ts';
import { plantKey } from '../access/credentials.ts';
import { insertBulkRows } from '../bulk-rows.ts';
import { startTestService } from '../harness.ts';
import { bearer } from '../http/credentials.ts';

/** Pages of 90 questions have 15.6 MiB, close to the limit of a page. */
const PAGE = '/questions?limit=90';
const MB = 1024 * 1024;
/** The machine may be busy, and time is not tested here. */
const PATIENT = { SCAN_TIMEOUT_MS: '30000', READ_TIMEOUT_MS: '30000' };

const service = await startTestService({ ANONYMOUS_SCOPES: '', RESPONSE_CACHE_MB: '0', ...PATIENT });
const agent = new Agent({ maxSockets: 200, keepAlive: false });
let port = 0;
beforeAll(async () => {
  await insertBulkRows(service.deps.db.writes, { count: 200, bodyBytes: 180_000 });
  await service.app.listen({ port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => agent.destroy());

const newCaller = async () => bearer(await plantKey(service, ['questions:read']));

/** The reply as soon as its headers arrive, without reading the body. */
function open(headers: Record<string, string>, path = PAGE): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet({ port, path, headers, agent }, resolve).on('error', reject);
  });
}

async function readAll(reply: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Buffer).length;
  return bytes;
}

it('80 of the largest pages at once, to 20 callers, stay within the memory for replies', {
  tags: ['heavy'],
}, async () => {
  const callers = await Promise.all(Array.from({ length: 20 }, newCaller));
  await readAll(await open(callers[0] ?? {}));
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const reply = await open(callers[index % callers.length] ?? {});
      const bytes = await readAll(reply);
      if (reply.statusCode === 200) expect(bytes).toBeGreaterThan(15 * MB);
      else expect(reply.headers['retry-after']).toBe('1');
      return reply.statusCode;
    }),
  );
  clearInterval(sampler);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.every((status) => [200, 429, 503].includes(status ?? 0))).toBe(true);
  // 80 pages have 1.2 GB, and took 3 times that while they were produced.
  expect((peak - before) / MB).toBeLessThan(700);
});

it('a caller who does not read occupies at most a share of this memory, until the connection is closed', async () => {
  const [slow, other] = [await newCaller(), await newCaller()];
  const held = [await open(slow), await open(slow)];
  expect(held.map((reply) => reply.statusCode)).toEqual([200, 200]);
  const rejected = await open(slow);
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1']);
  expect(JSON.parse(String(await rejected.toArray()))).toMatchObject({ code: 'concurrency_limited' });
  const small = await open(slow, '/questions?limit=1');
  expect(small.statusCode).toBe(200);
  small.resume();
  const served = await open(other);
  expect(served.statusCode).toBe(200);
  expect(await readAll(served)).toBeGreaterThan(15 * MB);
  for (const reply of held) reply.destroy();
  const again = async () => {
    const reply = await open(slow);
    reply.destroy();
    return reply.statusCode;
  };
  await expect.poll(again, { timeout: 10_000 }).toBe(200);
});

it('a caller who takes too long is disconnected, and the memory of the reply is free again', async () => {
  const app = fastify();
  beginAnonymous(app, service.deps);
  limitReplyMemory(app, { replyMemoryMb: 64 }, { ms: 200, minBytesPerMs: 1024 * MB });
  app.get('/page', async () => 'x'.repeat(15 * MB));
  await app.listen({ port: 0 });
  const address = app.server.address() as AddressInfo;
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpGet({ port: address.port, path: '/page', agent }, resolve).on('error', reject);
    });
  const slow = await ask();
  // It occupies the whole share of its network. Everything that the kernel has buffered arrives, followed by the end of
  // the connection.
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_error, open) => resolve(open))), {
      timeout: 10_000,
    })
    .toBe(0);
  await expect(readAll(slow)).rejects.toThrow('aborted');
  const again = await ask();
  expect(again.statusCode).toBe(200);
  again.destroy();
  await app.close();
});
