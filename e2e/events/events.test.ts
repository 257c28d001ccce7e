import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Quaestor, type StreamedEvent } from '../../client/src/index.ts';
import { parseMetrics } from '../support/metric-samples.ts';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { EventListener, percentile } from './event-listener.ts';

/** `npm run streams` opens 1,000. */
const CLIENTS = Number(process.env['EVENT_CLIENTS'] ?? 200);
const EVENTS = 300;
/** The sizes that the gate uses. */
const FEW = { clients: 20, events: 60 };
const CUTS = 100;
const MAX_P99_MS = 1000;
const MAX_KIB_PER_CLIENT = 50;
const OPENED_AT_ONCE = 50;
const COLLECTING = `--import=${import.meta.resolve('./collect-on-signal.ts')}`;
const PATIENCE = { timeout: 120_000, interval: 100 };

const directory = await temporaryDirectory();
const environment = {
  DATA_DIR: `${directory.path}/data`,
  DATABASE_URL: await newDatabase(),
  RATE_LIMIT: 'false',
  OVERLOAD_DELAY_MS: '0',
  STREAMS_PER_PRINCIPAL: '100000',
  STREAMS_AT_ONCE: '100000',
  LOG_LEVEL: 'warn',
};
const services: Service[] = [];
const listeners: EventListener[] = [];

const startNode = (more: Record<string, string> = {}) => startService({ ...environment, ...more }, [], 'api');

/** Opens clients that stay connected until the end of the test. */
async function startApi(more: Record<string, string> = {}): Promise<Service> {
  const service = await startNode(more);
  services.push(service);
  return service;
}

afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.close();
  await Promise.all(
    services.splice(0).map(async (service) => {
      if (service.process.exitCode === null && service.process.signalCode === null) await service.end();
    }),
  );
});
/** The service is shared by the tests. */
let node: Service;
beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await node.end();
  await directory.remove();
});

async function openListeners(
  count: number,
  origin: (index: number) => string,
  { authorization }: Service,
  onEvent?: (timestamp: string) => void,
): Promise<EventListener[]> {
  const opened: EventListener[] = [];
  while (opened.length < count) {
    const share = Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened.length) }, (_, index) => {
      const place = opened.length + index;
      return new EventListener({ origin: () => origin(place), authorization, ...(onEvent && { onEvent }) }).open();
    });
    opened.push(...(await Promise.all(share)));
  }
  listeners.push(...opened);
  return opened;
}

let written = 0;
async function writeEvents(count: number, to: () => Service, pauseMs: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    written += 1;
    const question = {
      question_text: `What is ${written} plus one?`,
      correct_answer: 'more',
      category: 'Mathematics',
      difficulty: 0,
    };
    const reply = await to().fetch('/questions', json(question));
    expect(reply.status, await reply.text()).toBe(201);
    await wait(pauseMs);
  }
}

/** Lists all events after an id. */
async function listedAfter(service: Service, after: string): Promise<string[]> {
  const ids: string[] = [];
  for (let [next, more] = [after, true]; more; ) {
    const reply = await service.fetch(`/events?limit=1000&after=${next}`);
    const page = (await reply.json()) as { data: { id: string }[]; next_after: string; has_more: boolean };
    ids.push(...page.data.map(({ id }) => id));
    [next, more] = [page.next_after, page.has_more];
  }
  return ids;
}

async function nowOf(service: Service): Promise<string> {
  const reply = await service.fetch('/events?after=now');
  return ((await reply.json()) as { next_after: string }).next_after;
}

async function sampleOf(service: Service, name: string): Promise<number> {
  const text = await (await service.fetch('/metrics')).text();
  return parseMetrics(text)
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .reduce((sum, { value }) => sum + value, 0);
}

/** Returns the lowest of several samples, each taken after a garbage collection. */
async function memoryOf(service: Service): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    service.process.kill('SIGUSR2');
    const [heap, external] = await Promise.all(
      ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'].map((name) => sampleOf(service, name)),
    );
    samples.push((heap ?? 0) + (external ?? 0));
    await wait(200);
  }
  return Math.min(...samples);
}

async function gotAll(expected: number): Promise<void> {
  const least = () => Math.min(...listeners.map(({ ids }) => ids.length));
  await expect.poll(least, PATIENCE).toBeGreaterThanOrEqual(expected);
}

describe(`${CLIENTS} clients of one node`, { tags: ['release'] }, () => {
  it('each receive every event within a second, take little memory, and leave nothing behind', async () => {
    const service = await startApi({ NODE_OPTIONS: COLLECTING });
    await openListeners(20, () => service.origin, service); // loads everything that is loaded only once
    await writeEvents(5, () => service, 0);
    await gotAll(5);
    for (const listener of listeners.splice(0)) listener.close();
    await expect.poll(() => sampleOf(service, 'quaestor_event_streams'), PATIENCE).toBe(0);

    const [memory, files] = [await memoryOf(service), await sampleOf(service, 'process_open_fds')];
    const from = await nowOf(service);
    const lateMs: number[] = [];
    await openListeners(
      CLIENTS,
      () => service.origin,
      service,
      (timestamp) => lateMs.push(Date.now() - Date.parse(timestamp)),
    );
    const kib = ((await memoryOf(service)) - memory) / CLIENTS / 1024;
    await writeEvents(EVENTS, () => service, 30);
    await gotAll(EVENTS);
    const p99 = percentile(lateMs, 0.99);
    process.stdout.write(
      `${CLIENTS} clients, ${EVENTS} events: p50 ${percentile(lateMs, 0.5)} ms, p99 ${p99} ms, ${kib.toFixed(1)} KiB a client\n`,
    );
    const listed = await listedAfter(service, from);
    expect(listed).toHaveLength(EVENTS);
    for (const { ids } of listeners) expect(ids).toEqual(listed);
    expect(p99).toBeLessThanOrEqual(MAX_P99_MS);
    expect(kib).toBeLessThanOrEqual(MAX_KIB_PER_CLIENT);

    for (const listener of listeners.splice(0)) listener.close();
    await expect.poll(() => sampleOf(service, 'quaestor_event_streams'), PATIENCE).toBe(0);
    await expect.poll(() => sampleOf(service, 'process_open_fds'), PATIENCE).toBeLessThanOrEqual(files + 10);
  });
});

it(`lets a client disconnected ${CUTS} times miss nothing and get nothing twice`, { tags: ['release'] }, async () => {
  const service = await startApi();
  const from = await nowOf(service);
  const [listener] = await openListeners(1, () => service.origin, service);
  let isWriting = true;
  const writing = Promise.all([1, 2, 3].map(() => writeEvents(400, () => service, 10))).finally(() => {
    isWriting = false;
  });
  let cuts = 0;
  while (listener !== undefined && (cuts < CUTS || isWriting)) {
    const { connections } = listener;
    await wait(Math.random() * 60);
    listener.cut();
    cuts += 1;
    await expect.poll(() => listener.connections, { ...PATIENCE, interval: 5 }).toBeGreaterThan(connections);
  }
  await writing;
  await gotAll(1200);
  const listed = await listedAfter(service, from);
  expect(listener?.ids).toEqual(listed);
  process.stdout.write(`${listed.length} events, cut off ${cuts} times\n`);
});

describe('two nodes', () => {
  const NAME = 'move the clients of a killed node to the other, and send each client every event once';
  it(`${NAME}: ${FEW.clients}`, () => expectOneKilled(FEW));
  it(`${NAME}: ${CLIENTS}`, { tags: ['release'] }, () => expectOneKilled({ clients: CLIENTS, events: EVENTS }));

  async function expectOneKilled({ clients, events }: typeof FEW): Promise<void> {
    const [kept, killed] = [node, await startApi()];
    const from = await nowOf(kept);
    let isGone = false;
    const lateMs: number[] = [];
    await openListeners(
      clients,
      (index) => (index % 2 === 0 || isGone ? kept.origin : killed.origin),
      kept,
      (timestamp) => lateMs.push(Date.now() - Date.parse(timestamp)),
    );
    await writeEvents(events / 3, () => killed, 10);
    isGone = true;
    const ending = killed.end('SIGKILL');
    await writeEvents(events / 3, () => kept, 10);
    await ending;
    await writeEvents(events / 3, () => kept, 10);
    await gotAll(events);
    process.stdout.write(
      `p50 ${percentile(lateMs, 0.5)} ms, p99 ${percentile(lateMs, 0.99)} ms, one of two nodes killed\n`,
    );
    const listed = await listedAfter(kept, from);
    expect(listed).toHaveLength(events);
    for (const { ids } of listeners) expect(ids).toEqual(listed);
    for (const listener of listeners.splice(0)) listener.close();
    await expect.poll(() => sampleOf(kept, 'quaestor_event_streams'), PATIENCE).toBe(0);
  }

  it('show writes of the other node, and end streams of a token that was revoked there', async () => {
    const [here, there] = [node, await startApi()];
    const made = await there.fetch('/tokens', json({ name: 'listener', scopes: ['events:read', 'questions:read'] }));
    const { id, token } = (await made.json()) as { id: string; token: string };
    const listener = await new EventListener({ origin: () => here.origin, authorization: `Bearer ${token}` }).open();
    listeners.push(listener);
    await writeEvents(1, () => there, 0);
    await gotAll(1);
    expect(await sampleOf(here, 'quaestor_event_streams')).toBe(1);
    await there.fetch(`/tokens/${id}`, { method: 'DELETE' });
    await expect.poll(() => sampleOf(here, 'quaestor_event_streams'), { ...PATIENCE, interval: 20 }).toBe(0);
  });
});

it('streams from both processes of an API, and asks clients to reconnect when it stops', async () => {
  const service = await startApi({ API_PROCESSES: '2', LOG_LEVEL: 'info' });
  await expect.poll(() => service.output(), PATIENCE).toContain('all API processes are ready');
  await openListeners(20, () => service.origin, service);
  await writeEvents(20, () => service, 0);
  await gotAll(20);
  expect(await sampleOf(service, 'quaestor_event_streams')).toBe(20);
  expect(await service.end()).toBe(0);
  for (const { retryMs } of listeners) expect(retryMs).toBeGreaterThanOrEqual(500);
  expect(new Set(listeners.map(({ retryMs }) => retryMs)).size).toBeGreaterThan(5);
});

describe('the client', () => {
  it('lists existing events and streams new ones, even across a restart of the service', async () => {
    const first = node;
    const { port } = new URL(first.origin);
    const quaestor = new Quaestor({ baseUrl: first.origin, token: first.authorization.replace('Bearer ', '') });
    const { next_after: after } = await quaestor.events.list({ after: 'now' });
    const received: StreamedEvent[] = [];
    const ended = new AbortController();
    let lost = 0;
    const following = (async () => {
      const options = { signal: ended.signal, onReconnect: () => (lost += 1) };
      for await (const event of quaestor.events.stream({ after, types: ['question.created'] }, options))
        received.push(event);
    })();
    await writeEvents(3, () => first, 0);
    await expect.poll(() => received.length, PATIENCE).toBe(3);
    await first.end();
    node = await startNode({ PORT: port });
    await writeEvents(3, () => node, 0);
    await expect.poll(() => received.length, PATIENCE).toBe(6);
    expect(lost).toBeGreaterThan(0);
    ended.abort();
    await expect(following).rejects.toThrow('aborted');
    const listed: StreamedEvent[] = [];
    for await (const event of quaestor.events.list({ after, types: ['question.created'], limit: 2 }))
      listed.push(event);
    expect(received).toEqual(listed);
  });

  it('gives up if reconnecting cannot help', async () => {
    const quaestor = new Quaestor({ baseUrl: node.origin, token: 'nonsense' });
    await expect(quaestor.events.stream().next()).rejects.toMatchObject({ status: 401 });
  });
});
