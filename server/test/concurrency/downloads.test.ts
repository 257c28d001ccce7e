import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginAnonymous } from '../../src/plugins/access/access.ts';
import { limitDownloads } from '../../src/plugins/load/downloads.ts';
import { plantKey } from '../access/credentials.ts';
import { analyzeBank, insertBulkRows } from '../bulk-rows.ts';
import { startTestService, type TestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';

/** Enough questions for more than one block of positions, and for more than one batch of each block. */
const COUNT = 70_000;
const KIB = 1024;

const service = await startTestService({ EXPORTS_AT_ONCE: '3', EXPORTS_PER_PRINCIPAL: '2', READ_TIMEOUT_MS: '60000' });
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const url = `${origin}/questions/export`;

const lines = (response: Response) => createInterface({ input: Readable.fromWeb(response.body as never) });

async function readNumbers(query = ''): Promise<number[]> {
  const numbers: number[] = [];
  for await (const line of lines(await fetch(`${url}${query}`)))
    numbers.push(Number.parseInt((JSON.parse(line) as { id: string }).id.slice(-12), 16));
  return numbers;
}

/** A download of which only the beginning is read. */
async function begin(of = origin, headers: Record<string, string> = {}, path = '/questions/export') {
  const socket = connect(Number(new URL(of).port), '127.0.0.1');
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${head.join('')}\r\n`);
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

describe('a download of 70,000 questions', { tags: ['heavy'] }, () => {
  beforeAll(async () => {
    await insertBulkRows(service.deps.db.writes, {
      count: COUNT,
      tags: `case when n % 3 = 0 then '{third}'::text[] else '{}' end`,
    });
    await analyzeBank(service.deps.db.writes);
  });

  it('has every question of several blocks once and in order, line by line with plain fetch', async () => {
    const numbers = await readNumbers();
    expect(numbers).toHaveLength(COUNT);
    expect(numbers.every((number, index) => number === index + 1)).toBe(true);
  });

  it('has all that match a general filter', async () => {
    const thirds = await readNumbers('?tag=third');
    expect(thirds).toEqual(Array.from({ length: Math.floor(COUNT / 3) }, (_, index) => (index + 1) * 3));
    expect(await readNumbers('?q=planet&tag=third')).toEqual(thirds);
  });

  it('resumes where another one broke off', async () => {
    const read: string[] = [];
    const first = await fetch(url);
    for await (const line of lines(first)) if (read.push(line) === 40_000) break;
    const { id } = JSON.parse(read.at(-1) ?? '') as { id: string };
    for await (const line of lines(await fetch(`${url}?after=${id}`))) read.push(line);
    expect(read).toHaveLength(COUNT);
    expect(new Set(read).size).toBe(COUNT);
  });

  it('uses no more memory than a few batches while its reader waits', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const socket = await begin();
    await expect.poll(() => service.deps.db.reads.idleCount, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * KIB * KIB);
    socket.destroy();
  });
});

describe('a download', () => {
  it('breaks off if the database is lost, and never looks complete', async () => {
    const lost = await startTestService({ READ_TIMEOUT_MS: '60000' });
    await insertBulkRows(lost.deps.db.writes, { count: 15_000, bodyBytes: 1000 });
    const response = await fetch(`${await lost.app.listen({ host: '127.0.0.1', port: 0 })}/questions/export`);
    expect(response.status).toBe(200);
    await lost.deps.db.writes.query('alter table questions rename column body to gone');
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

describe('downloads at once', () => {
  it('are limited per caller and for all, and a slot is free again when one ends', async () => {
    const limited = await startTestService({ EXPORTS_AT_ONCE: '3', EXPORTS_PER_PRINCIPAL: '2', ANONYMOUS_SCOPES: '' });
    await insertBulkRows(limited.deps.db.writes, { count: 15_000, bodyBytes: 1000 });
    const address = await limited.app.listen({ host: '127.0.0.1', port: 0 });
    const [one, two] = [await newCaller(limited), await newCaller(limited)];
    const sockets = [await begin(address, one), await begin(address, one)];
    const again = await limited.request({ url: '/questions/export', headers: one });
    expectProblem(again, 429, 'concurrency_limited');
    expect(again.headers['retry-after']).toBe('1');
    sockets.push(await begin(address, two));
    const full = await limited.request({ url: '/questions/export', headers: two });
    expectProblem(full, 503, 'overloaded');
    expect(full.headers['retry-after']).toBe('1');
    for (const socket of sockets) socket.destroy();
    const status = async () => (await limited.request({ url: '/questions/export', headers: one })).statusCode;
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
  });

  it('cost ten points, and one more per 64 KiB', async () => {
    const paid = await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' });
    await insertBulkRows(paid.deps.db.writes, { count: 5000 });
    const headers = await newCaller(paid);
    const { rawPayload } = await paid.request({ url: '/questions/export', headers });
    const left = async () =>
      Number(
        /;r=(\d+);/u.exec(String((await paid.request({ url: '/tokens/current', headers })).headers['ratelimit']))?.[1],
      );
    const pieces = Math.ceil(rawPayload.length / (64 * KIB));
    await expect.poll(left).toBeLessThanOrEqual(6000 - 10 - pieces);
    expect(await left()).toBeGreaterThan(6000 - 20 - pieces * 2);
  });
});

function newCaller(of: TestService): Promise<Record<string, string>> {
  return plantKey(of, ['questions:read']).then(bearer);
}

it('a file of more than a mebibyte says in a trailer how many questions it leaves out', async () => {
  const own = await startTestService();
  await insertBulkRows(own.deps.db.writes, { count: 10_000 });
  const address = await own.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = await begin(address, {}, '/questions/export?format=lm-eval-free');
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.includes('\r\n0\r\n')) break;
  }
  const [headers = ''] = received.split('\r\n\r\n');
  expect(received.length).toBeGreaterThan(2 ** 20);
  expect(headers).toMatch(/^trailer: x-left-out$/imu);
  expect(received).toMatch(/\r\n0\r\nx-left-out: \d+\r\n\r\n$/iu);
});

it('a reader who stalls is disconnected, and the slot is free again', async () => {
  const app = fastify();
  const { deps } = service;
  beginAnonymous(app, deps);
  app.decorateRequest('endTurn', () => {});
  const config = { ...deps.config, exportsAtOnce: 1, exportsPerPrincipal: 1 };
  limitDownloads(app, { ...deps, config }, { ms: 200, minBytesPerMs: KIB * KIB });
  async function* endless() {
    for (;;) yield 'x'.repeat(KIB * KIB);
  }
  app.get('/endless', (_request, reply) =>
    reply.sendDownload({ disposition: () => 'attachment', mediaType: 'text/plain', open: endless, leftOut: () => 0 }),
  );
  app.get('/short', (_request, reply) =>
    reply.sendDownload({
      disposition: () => 'attachment',
      mediaType: 'text/plain',
      open: () => Readable.from(['short']),
      leftOut: () => 0,
    }),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const slow = await fetch(`${address}/endless`);
  await expect.poll(async () => (await fetch(`${address}/short`)).status, { timeout: 20_000 }).toBe(200);
  await expect(slow.text()).rejects.toThrow('terminated');
  await app.close();
});
