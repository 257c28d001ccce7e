import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { appendEvents, deleteEventsBefore } from '../../../src/store/events.ts';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { expectProblem } from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { csvOf, queueImport } from '../imports/steps.ts';
import { signIn } from '../people.ts';
import { ask, type Listener, listen as open, originOf } from './sse.ts';
import { page, pageOf } from './steps.ts';

const service = await startTestService({
  STREAM_HEARTBEAT_MS: '500',
  STREAMS_PER_PRINCIPAL: '5',
  STREAMS_AT_ONCE: '8',
});
const opened: Listener[] = [];
const listen: typeof open = async (...given) => {
  const listener = await open(...given);
  opened.push(listener);
  return listener;
};

afterEach(async () => {
  for (const listener of opened.splice(0)) listener.close();
  await expect.poll(openStreams).toBe(0);
});

const metric = async (name: string) => (await service.deps.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
const openStreams = async () => (await metric('quaestor_event_streams'))[0]?.value;
const endedBy = async (reason: string) =>
  (await metric('quaestor_event_streams_ended_total')).find(({ labels }) => labels['reason'] === reason)?.value;

const DAY_MS = 24 * 60 * 60 * 1000;
const event = (version: number, occurred_at = new Date(), resource_id = randomUUID()) => ({
  type: 'question.updated' as const,
  resource_id,
  version,
  changed: [],
  actor: 'me',
  occurred_at,
});
const append = (count: number, resource_id = randomUUID()) =>
  appendEvents(
    service.deps.db.writes,
    Array.from({ length: count }, (_, index) => event(index + 1, new Date(), resource_id)),
  );

describe('a stream', () => {
  it('sends new events as they are listed, with ids to continue from', async () => {
    const [before] = await service.create(draft());
    // Sent only after no older transaction of the server is open, even in another database.
    const listed = async () => (await page(service, '?after=start&limit=1000')).data;
    await expect.poll(async () => JSON.stringify(await listed()), { timeout: 10_000 }).toContain(before?.id);
    const listener = await listen(service);
    const { headers } = listener.response;
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache, no-transform');
    expect(headers).toMatchObject({ 'x-request-id': expect.any(String) as string, vary: 'Accept' });
    const [question] = await service.create(draft());
    await service.request({ method: 'DELETE', url: `/questions/${question?.id}` });
    const received = await listener.received(2);
    expect(listener.lines).toEqual([`question.created ${question?.id} 1`, `question.deleted ${question?.id} 2`]);
    expect(listener.retryMs).toBe(2000);
    const last = (await listed()).slice(-2);
    expect(received.map(({ data }) => data)).toEqual(last);
    expect(received.map(({ id }) => id)).toEqual(last.map(({ id }) => id));
  });

  it('continues after Last-Event-ID, which takes precedence over `after`', async () => {
    const first = await listen(service);
    await append(5);
    const [, second, , fourth] = await first.received(5);
    const again = await listen(service, `?after=${second?.id}`, { ...asOperator, 'last-event-id': String(fourth?.id) });
    const later = await listen(service, `?after=${second?.id}`);
    await again.received(1);
    await later.received(3);
    expect(again.lines).toEqual(first.lines.slice(4));
    expect(later.lines).toEqual(first.lines.slice(2));
  });

  it('starts with the oldest event on request, and continues with new ones without gaps or repetitions', async () => {
    await append(2500);
    const { data } = await pageOf(service, 1, '?after=start');
    const count = await service.deps.db.reads.query('select from events');
    const listener = await listen(service, '?after=start');
    await append(10);
    await listener.received((count.rowCount ?? 0) + 10);
    expect(listener.events[0]?.id).toBe(data[0]?.id);
    expect(listener.events).toHaveLength((count.rowCount ?? 0) + 10);
    expect(new Set(listener.events.map(({ id }) => id)).size).toBe(listener.events.length);
  });

  it('sends only the requested types, with heartbeats for the position of the others', async () => {
    const listener = await listen(service, '?types=question.deleted');
    const [question] = await service.create(draft());
    await service.request({ method: 'DELETE', url: `/questions/${question?.id}` });
    await listener.received(1);
    await append(3);
    const { next_after } = await pageOf(service, 1, '?after=start&limit=1000');
    expect(listener.lines).toEqual([`question.deleted ${question?.id} 2`]);
    const before = listener.lastId;
    await expect.poll(() => listener.lastId !== before, { timeout: 60_000 }).toBe(true);
    expect(next_after).toMatch(/^\d+-/u);
    const again = await listen(service, '', { ...asOperator, 'last-event-id': String(listener.lastId) });
    await append(1);
    expect((await again.received(1)).length).toBeLessThanOrEqual(4);
  });

  it('sends heartbeats', async () => {
    const listener = await listen(service);
    await expect.poll(() => listener.comments, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  });

  it('shows a caller no more than the list does', async () => {
    const { token } = await createKey(service, { scopes: ['events:read', 'analysis:read'] });
    const [narrow, wide] = [await listen(service, '', bearer(token)), await listen(service)];
    await service.create(draft());
    await createKey(service, {});
    await service.request({ method: 'POST', url: '/analysis/run', payload: { analysis_type: 'coverage', filter: {} } });
    await wide.received(3);
    await narrow.received(1);
    expect(narrow.events.map((each) => each.event)).toEqual(['analysis.queued']);
  });

  it('reports a gap first, then the remaining events', async () => {
    const old = (days: number) => new Date(Date.now() - days * DAY_MS);
    const other = await startTestService();
    await appendEvents(other.deps.db.writes, [event(1, old(9)), event(2, old(8)), event(3)]);
    const [first] = (await pageOf(other, 3)).data;
    await deleteEventsBefore(other.deps.db.writes, old(7), 10);
    const listener = await listen(other, '', { ...asOperator, 'last-event-id': String(first?.id) });
    const received = await listener.received(2);
    expect(received.map((each) => each.event)).toEqual(['gap', 'question.updated']);
    expect(received[0]?.data).toEqual({ type: 'gap', after: first?.id });
    await other.end();
  });

  it('reports the progress of analyses and imports, and their end', async () => {
    const other = await startTestService({ STREAM_HEARTBEAT_MS: '500' });
    await other.create(draft());
    const listener = await listen(other, '?types=analysis.progress,import.progress,analysis.succeeded');
    const run = await other.request({
      method: 'POST',
      url: '/analysis/run',
      headers: asOperator,
      payload: { analysis_type: 'coverage', filter: {} },
    });
    expect(run.statusCode, run.body).toBe(202);
    const { id } = run.json<{ id: string }>();
    await other.deps.db.writes.query(
      `update analyses set status = 'running', total = 4, completed = 1, phase = 'reading'`,
    );
    const [progress] = await listener.received(1);
    expect(progress).toMatchObject({
      id: undefined,
      event: 'analysis.progress',
      data: {
        type: 'analysis.progress',
        data: { id, status: 'running', progress: { completed: 1, total: 4, phase: 'reading' }, url: `/analysis/${id}` },
      },
    });
    await other.deps.db.writes.query(`update analyses set status = 'failed', completed_at = now()`);
    await listener.received(2);
    expect(listener.events[1]?.data.data).toMatchObject({ id, status: 'failed' });
    const made = await queueImport(other, csvOf(3));
    await other.deps.db.writes.query(`update jobs set status = 'running', completed = 5`);
    await listener.received(3);
    expect(listener.events[2]).toMatchObject({
      event: 'import.progress',
      data: { data: { id: made.id, status: 'running', progress: { completed: 5, phase: 'checking' } } },
    });
    await other.end();
  });
});

describe('an open stream', () => {
  it('ends within about a second when its token is revoked', async () => {
    const { id, token } = await createKey(service, { scopes: ['events:read'] });
    const [listener, others] = [await listen(service, '', bearer(token)), await listen(service)];
    await service.request({ method: 'DELETE', url: `/tokens/${id}`, headers: asOperator });
    await expect.poll(() => listener.ended, { timeout: 10_000 }).toBe(true);
    expect(others.ended).toBe(false);
    expect(await endedBy('token')).toBe(1);
    expect((await ask(service, '', bearer(token))).statusCode).toBe(401);
  });

  it.each([
    ['signs out', 'DELETE', '/session', undefined],
    ['gets a role without its scope', 'PATCH', '/people/', { role: 'viewer' }],
    ['is removed', 'DELETE', '/people/', undefined],
  ] as const)('ends within about a second when its person %s', async (_what, method, path, payload) => {
    const { headers, personId } = await signIn(service, 'editor');
    const [listener, others] = [await listen(service, '', headers), await listen(service)];
    const isOwn = path === '/session';
    const reply = await service.request({
      method,
      url: isOwn ? path : `${path}${personId}`,
      headers: isOwn ? headers : asOperator,
      ...(payload !== undefined && { payload }),
    });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect.poll(() => listener.ended, { timeout: 10_000 }).toBe(true);
    expect(others.ended).toBe(false);
  });

  it('ends when its session has been idle for too long, and does not keep the session alive', async () => {
    const { headers, session } = await signIn(service, 'viewer');
    const listener = await listen(service, '', headers);
    service.clock.now = new Date(Date.parse(session.created_at) + 11 * 3_600_000);
    await expect.poll(() => listener.ended, { timeout: 2000 }).toBe(false);
    service.clock.now = new Date(Date.parse(session.created_at) + 12 * 3_600_000);
    await expect.poll(() => listener.ended, { timeout: 10_000 }).toBe(true);
    delete service.clock.now;
  });

  it('ends when its reader reads nothing, while others continue', async () => {
    const ROUNDS = 60; // 15 MB, more than the sockets of a connection usually buffer
    const [slow, quick] = [await listen(service), await listen(service)];
    slow.response.pause();
    const id = randomUUID();
    for (let round = 0; round < ROUNDS; round += 1) await append(1000, id);
    await quick.received(1000 * ROUNDS);
    slow.response.resume();
    await expect.poll(() => slow.ended, { timeout: 60_000 }).toBe(true);
    const seen = slow.events.length;
    expect(seen).toBeLessThan(1000 * ROUNDS);
    const again = await listen(service, '', { ...asOperator, 'last-event-id': String(slow.lastId) });
    await again.received(1000 * ROUNDS - seen);
    expect([...slow.lines, ...again.lines]).toEqual(quick.lines);
    expect(await endedBy('slow')).toBe(1);
  });

  it('ends when its reader has read nothing for the time limit, while others continue', async () => {
    const other = await startTestService({ STREAM_STALL_MS: '700' });
    const [resource_id, occurred_at] = [randomUUID(), new Date()];
    const written = Array.from({ length: 1000 }, (_, index) => event(index + 1, occurred_at, resource_id));
    for (let round = 0; round < 50; round += 1) await appendEvents(other.deps.db.writes, written);
    const stalled = await open(other, '?after=start');
    stalled.response.pause(); // more data is sent than the sockets buffer
    const quick = await open(other);
    const slow = async () =>
      (await other.deps.metrics.registry.getSingleMetric('quaestor_event_streams_ended_total')?.get())?.values.find(
        ({ labels }) => labels['reason'] === 'slow',
      )?.value;
    await expect.poll(slow, { timeout: 20_000 }).toBe(1);
    await appendEvents(other.deps.db.writes, written.slice(0, 1));
    await quick.received(1);
    expect(quick.ended).toBe(false);
    stalled.close();
    quick.close();
    await other.end();
  });

  it('ends when the service stops, with the delay before reconnecting', async () => {
    const other = await startTestService();
    const listener = await listen(other);
    other.app.announceStop();
    await expect.poll(() => listener.ended, { timeout: 10_000 }).toBe(true);
    expect(listener.retryMs).not.toBe(2000);
    const late = await listen(other);
    await expect.poll(() => late.ended, { timeout: 10_000 }).toBe(true);
    expect(late.events).toEqual([]);
    await other.end();
  });
});

it('frees everything of callers who disconnect before it starts', async () => {
  const { port } = new URL(await originOf(service));
  for (let count = 0; count < 200; count += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.write(
      `GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: ${asOperator.authorization}\r\n\r\n`,
      () => setTimeout(() => socket.resetAndDestroy(), count % 10),
    );
    await once(socket, 'close');
  }
  await expect.poll(openStreams, { timeout: 20_000 }).toBe(0);
  // All places of a principal are free again.
  for (let count = 0; count < 5; count += 1) await listen(service);
});

describe('a new stream', () => {
  const statusOf = async (headers: Record<string, string>) => {
    const response = await ask(service, '', headers);
    response.destroy();
    return { status: response.statusCode, retry: response.headers['retry-after'] };
  };

  it('is rejected beyond the limit of a principal and beyond that of all', async () => {
    const { token } = await createKey(service, { scopes: ['events:read'] });
    for (let count = 0; count < 5; count += 1) await listen(service);
    expect(await statusOf(asOperator)).toEqual({ status: 429, retry: '5' });
    for (let count = 0; count < 3; count += 1) await listen(service, '', bearer(token));
    expect(await statusOf(bearer(token))).toEqual({ status: 503, retry: '5' });
    opened[0]?.close();
    await expect.poll(() => statusOf(bearer(token)).then(({ status }) => status)).toBe(200);
  });

  it('is rejected with an invalid id', async () => {
    const headers = { ...asOperator, accept: 'text/event-stream', 'last-event-id': 'nonsense' };
    const problem = expectProblem(await service.request({ url: '/events', headers }), 400, 'invalid_cursor');
    expect(problem.errors).toMatchObject([{ header: 'Last-Event-ID' }]);
  });

  it('is rejected without the scope of a requested type', async () => {
    const { token } = await createKey(service, { scopes: ['events:read'] });
    const headers = { ...bearer(token), accept: 'text/event-stream' };
    expectProblem(
      await service.request({ url: '/events?types=analysis.progress', headers }),
      403,
      'insufficient_scope',
    );
  });
});

it('sends only headers to HEAD', async () => {
  const headers = { ...asOperator, accept: 'text/event-stream' };
  const reply = await service.request({ method: 'HEAD', url: '/events', headers });
  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '',
  ]);
});

it('counts as completed in the metrics when it starts', async () => {
  const inFlight = async () => (await metric('quaestor_http_requests_in_flight'))[0]?.value;
  const before = await inFlight();
  const listener = await listen(service);
  expect(await inFlight()).toBe(before);
  expect(listener.ended).toBe(false);
  listener.close();
  await expect.poll(openStreams).toBe(0);
  expect(await inFlight()).toBe(before);
});
