import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { atFileEnd } from '../file-end.ts';
import { draft, startTestService } from '../harness.ts';
import { FuzzBank } from './fuzz-bank.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { anyRequest } from './request-arbitrary.ts';

/**
 * Reads are served by shared statements on one pipelined connection, and from cached replies. None of this may change
 * a reply.
 */
const REQUESTS = Number(process.env['SLOW_PATH_REQUESTS'] ?? 6000);
const AT_ONCE = 20;

const service = await startTestService({ ANALYSES_UNFINISHED: '1000000', ANALYSES_QUEUED: '1000000' });
const bank = await FuzzBank.fill(service, 200, draft);

/** The same service on the same database without these shortcuts: a pool connection per statement, and no cache. */
async function startSlowPath() {
  const { db, config } = service.deps;
  const slow = { ...db, hot: db.reads, access: db.reads, lists: { ...db.lists, hot: db.reads } };
  const metrics = createMetrics(slow, 'start');
  const app = await buildApp(
    { ...service.deps, db: slow, metrics, config: { ...config, responseCacheMb: 0 } },
    pino({ level: 'silent' }),
  );
  atFileEnd(() => app.close());
  return app;
}
const slowPath = await startSlowPath();

/** Operations whose reply differs at each call: one by chance, the other because of earlier requests. */
const NEVER_THE_SAME = new Set(['drawRandomQuestions', 'getMetrics']);
const isRead = ({ method }: FuzzRequest) => method === 'GET' || method === 'HEAD';

type App = typeof service.app;

function send(app: App, { method, url, headers, payload }: FuzzRequest, seen?: string) {
  return app.inject({
    method: method as 'GET',
    url,
    headers: { ...headers, 'x-request-id': 'one-and-the-same', ...(seen !== undefined && { 'if-none-match': seen }) },
    ...(payload !== undefined && { payload }),
  });
}

/** The visible parts of a reply: its status, its headers and every byte of its body. */
function shown({ statusCode, headers, rawPayload }: LightMyRequestResponse): string {
  const { date: _date, ...stable } = headers;
  return JSON.stringify([statusCode, Object.entries(stable).sort(), rawPayload.toString('latin1')]);
}

it(`gives ${REQUESTS} requests the same replies, byte by byte, with and without its shortcuts`, async () => {
  const tally = { sent: 0, compared: 0, ok: 0, notModified: 0 };
  const compareAll = async (reads: readonly FuzzRequest[], seen: readonly (string | undefined)[]) => {
    const first = await Promise.all(reads.map((read, index) => send(service.app, read, seen[index])));
    const kept = await Promise.all(reads.map((read, index) => send(service.app, read, seen[index])));
    for (const [index, read] of reads.entries()) {
      const slow = await send(slowPath, read, seen[index]);
      const expected = shown(slow);
      for (const quick of [first[index], kept[index]]) {
        if (quick !== undefined) expect(shown(quick), `${read.method} ${read.url}`).toBe(expected);
      }
      tally.compared += 1;
      if (slow.statusCode === 200) tally.ok += 1;
      if (slow.statusCode === 304) tally.notModified += 1;
    }
    return first;
  };
  const compare = async (requests: FuzzRequest[]) => {
    const writes = requests.filter((request) => !isRead(request));
    for (const reply of await Promise.all(
      writes.map(async (write) => [write, await send(service.app, write)] as const),
    ))
      bank.learn(...reply);
    await bank.keepBounded();
    const reads = requests.filter((request) => isRead(request) && !NEVER_THE_SAME.has(request.operation.id));
    const first = await compareAll(reads, []);
    for (const [index, reply] of first.entries()) {
      const read = reads[index];
      if (read !== undefined) bank.learn(read, reply);
    }
    // Copies that the caller already has: the ETags of the replies, sent with the same requests.
    const known = reads.filter((_read, index) => first[index]?.headers.etag !== undefined);
    await compareAll(
      known,
      first.flatMap(({ headers: { etag } }) => (etag === undefined ? [] : [etag])),
    );
    tally.sent += requests.length;
  };
  const batch = fc.array(anyRequest(bank, new Set()), { minLength: 1, maxLength: AT_ONCE, size: 'max' });
  while (tally.sent < REQUESTS) {
    await fc.assert(fc.asyncProperty(batch, compare), { seed: tally.sent, numRuns: 20, endOnFailure: true });
  }
  process.stdout.write(`${JSON.stringify(tally)}\n`);
  expect(tally.ok).toBeGreaterThan(REQUESTS / 20);
  expect(tally.notModified).toBeGreaterThan(REQUESTS / 20);
}, 600_000);
