import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventCursor } from '../../src/domain/events.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { ensureEpoch, listEpochs } from '../../src/store/event-epochs.ts';
import { appendEvents, BEFORE_ALL_EVENTS, listEventsAfter } from '../../src/store/events.ts';
import { startTestService, type TestService } from '../harness.ts';
import { seededRandom } from '../random.ts';

vi.setConfig({ testTimeout: 300_000 });

/** `npm run outbox` writes 200,000. */
const EVENTS = Number(process.env['OUTBOX_EVENTS'] ?? 20_000);
const CONNECTIONS = 8;
const MAX_BATCH = 100;
const MAX_DELAY_MS = 20;
const LONGEST_READ_MS = 200_000;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});

const event = (resource_id: string, version: number) => ({
  type: 'question.updated' as const,
  resource_id,
  version,
  changed: [],
  actor: 'me',
  occurred_at: new Date(),
});

class RolledBack extends Error {}

/** Transactions of some events each, which wait before they commit; every tenth is rolled back. */
async function write(connection: number, count: number): Promise<string[]> {
  const random = seededRandom(connection);
  const id = randomUUID();
  const written: string[] = [];
  for (let version = 1; written.length < count; ) {
    const size = Math.min(1 + Math.floor(random() * MAX_BATCH), count - written.length);
    const batch = Array.from({ length: size }, (_, index) => event(id, version + index));
    version += size;
    const fails = random() < 0.1;
    try {
      await inTransaction(service.deps.db.writes, async (tx) => {
        await appendEvents(tx, batch.slice(0, size / 2));
        await wait(random() * MAX_DELAY_MS);
        await appendEvents(tx, batch.slice(size / 2));
        if (fails) throw new RolledBack();
      });
      written.push(...batch.map((each) => `${id} ${each.version}`));
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  }
  return written;
}

/**
 * Reads until it has the expected number, and then whatever else exists: a transaction of another test on the same
 * server may delay events.
 */
async function readOn(after: EventCursor, expected: () => number): Promise<{ read: string[]; next: EventCursor }> {
  const read: string[] = [];
  const giveUpAt = performance.now() + LONGEST_READ_MS;
  for (let next = after; ; ) {
    const page = await listEventsAfter(service.deps.db.reads, { after: next, limit: 1000 });
    read.push(...page.events.map(({ resource_id, version }) => `${resource_id} ${version}`));
    next = page.next;
    if (page.events.length > 0) continue;
    if (read.length >= expected()) return { read, next };
    if (performance.now() > giveUpAt) throw new Error(`only ${read.length} of ${expected()} were read`);
    await wait(10);
  }
}

interface Followed {
  data: { id: string; data: { id: string; version: number } }[];
  next_after: string;
}

/** Follows the feed as a client does, with nothing but the parameter `after` of GET /events. */
async function followFeed(expected: () => number): Promise<Followed['data']> {
  const read: Followed['data'] = [];
  const giveUpAt = performance.now() + LONGEST_READ_MS;
  for (let after = 'start'; ; ) {
    const reply = await service.request({ url: `/events?limit=1000&after=${after}` });
    const page = reply.json<Followed>();
    read.push(...page.data);
    after = page.next_after;
    if (page.data.length > 0) continue;
    if (read.length >= expected()) return read;
    if (performance.now() > giveUpAt) throw new Error(`only ${read.length} of ${expected()} were read`);
    await wait(10);
  }
}

/** The control: remembers the last sequence, as if that were the order of commits. */
async function followSequence(signal: AbortSignal): Promise<number> {
  let [read, after] = [0, '0'];
  for (;;) {
    const isLast = signal.aborted;
    const { rows } = await service.deps.db.reads.query<{ sequence: string }>({
      text: 'select sequence from events where sequence > $1 order by sequence limit 1000',
      values: [after],
    });
    read += rows.length;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length === 0 && isLast) return read;
    if (rows.length === 0) await wait(10);
  }
}

const sql = (text: string) => service.deps.db.writes.query(text);

it(`reads ${EVENTS} events of ${CONNECTIONS} connections complete, once and in order while they are written`, async () => {
  const share = EVENTS / CONNECTIONS;
  const writing = new AbortController();
  const writers = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => write(index, share))).finally(() =>
    writing.abort(),
  );
  const startedAt = performance.now();
  const [events, naive] = await Promise.all([followFeed(() => EVENTS), followSequence(writing.signal)]);
  const written = (await writers).flat();
  process.stdout.write(
    `${written.length} events read after ${((performance.now() - startedAt) / 1000).toFixed(1)} s; by sequence alone ${naive}\n`,
  );
  const read = events.map(({ data: { id, version } }) => `${id} ${version}`);
  expect(read).toHaveLength(written.length);
  expect(new Set(read)).toEqual(new Set(written));
  expect(new Set(events.map(({ id }) => id)).size).toBe(written.length);
  const last = new Map<string, number>();
  for (const { data } of events) {
    expect(data.version).toBeGreaterThan(last.get(data.id) ?? 0);
    last.set(data.id, data.version);
  }
  expect(naive).toBeLessThan(written.length);
});

it('returns nothing that began after an open transaction, and everything when that has ended', async () => {
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = inTransaction(service.deps.db.writes, async (tx) => {
    await appendEvents(tx, [event(id, 1)]);
    begun.resolve();
    await promise;
  });
  await begun.promise;
  await appendEvents(service.deps.db.writes, [event(id, 2)]);
  const { read, next } = await readOn(BEFORE_ALL_EVENTS, () => 0);
  expect(read).toEqual([]);
  resolve();
  await slow;
  expect((await readOn(next, () => 2)).read).toEqual([`${id} 1`, `${id} 2`]);
});

/** How far ahead the server of the dump was. */
const AHEAD = 10n ** 12n;

/**
 * Like a restored dump: every row was written by another transaction than the one it contains, on a server with another
 * identity.
 */
async function pretendRestored(): Promise<void> {
  await sql(`create table dumped as select * from events;
             delete from events;
             insert into events (sequence, transaction_id, occurred_at, resource_id, version, type, changed, actor)
             overriding system value
             select sequence, (transaction_id::text::numeric + ${AHEAD})::text::xid8, occurred_at, resource_id, version, type, changed, actor
               from dumped;
             drop table dumped;
             update event_epochs set system_identifier = 1 where epoch = (select max(epoch) from event_epochs)`);
}

async function onTheOther(cursor: EventCursor): Promise<EventCursor> {
  const epochs = await listEpochs(service.deps.db.reads, cursor.epoch);
  const history = epochs.find(({ epoch }) => epoch === cursor.epoch)?.history ?? '';
  return { ...cursor, history, transaction_id: String(BigInt(cursor.transaction_id) + AHEAD) };
}

it('leaves events of other types in the database, and continues after them', async () => {
  const { writes, reads } = service.deps.db;
  const [id, rare] = [randomUUID(), randomUUID()];
  for (let version = 1; version <= 7; version += 1) await appendEvents(writes, [event(id, version)]);
  await appendEvents(writes, [{ ...event(rare, 1), type: 'question.deleted' }]);
  const types = ['question.deleted'];
  const first = await listEventsAfter(reads, { after: BEFORE_ALL_EVENTS, limit: 5, types });
  expect(first).toMatchObject({ events: [], has_more: true });
  await expect // a transaction of another test may delay events
    .poll(async () => (await listEventsAfter(reads, { after: first.next, limit: 5, types })).events)
    .toMatchObject([{ resource_id: rare, type: 'question.deleted' }]);
  const rest = await readOn(first.next, () => 3);
  expect(rest.read).toEqual([`${id} 6`, `${id} 7`, `${rare} 1`]);
});

describe('in a bank restored from the dump of a server that was further ahead', () => {
  it('a reader continues where it was, and gets events from before and after the start of the epoch', async () => {
    const id = randomUUID();
    const { writes, reads } = service.deps.db;
    for (let version = 1; version <= 10; version += 1) await appendEvents(writes, [event(id, version)]);
    const all = await readOn(BEFORE_ALL_EVENTS, () => 10);
    const half = await listEventsAfter(reads, { after: BEFORE_ALL_EVENTS, limit: 5 });
    await pretendRestored();
    await appendEvents(writes, [event(id, 11)]);
    const later = [`${id} 11`, `${id} 12`];
    await ensureEpoch(writes);
    await appendEvents(writes, [event(id, 12)]);
    expect((await readOn(await onTheOther(all.next), () => 2)).read).toEqual(later);
    expect((await readOn(await onTheOther(half.next), () => 7)).read).toEqual([...all.read.slice(5), ...later]);
    expect((await readOn(BEFORE_ALL_EVENTS, () => 12)).read).toEqual([...all.read, ...later]);
  });

  it('a reader that comes before the migration begins the epoch itself', async () => {
    const id = randomUUID();
    await appendEvents(service.deps.db.writes, [event(id, 1)]);
    const { next } = await readOn(BEFORE_ALL_EVENTS, () => 1);
    await pretendRestored();
    await appendEvents(service.deps.db.writes, [event(id, 2)]);
    const before = await listEpochs(service.deps.db.reads, 0);
    expect((await readOn(await onTheOther(next), () => 1)).read).toEqual([`${id} 2`]);
    expect(await listEpochs(service.deps.db.reads, 0)).toHaveLength(before.length + 1);
  });
});

it('a reader that was further ahead misses nothing new after a recovery to an earlier moment', async () => {
  const id = randomUUID();
  await appendEvents(service.deps.db.writes, [event(id, 1)]);
  const { next } = await readOn(BEFORE_ALL_EVENTS, () => 1);
  // Events it has read were lost: numbers of transactions and of the sequence are assigned again.
  const lost = { ...next, transaction_id: String(BigInt(next.transaction_id) + 1000n) };
  await sql('update event_epochs set timeline = timeline + 1 where epoch = (select max(epoch) from event_epochs)');
  await appendEvents(service.deps.db.writes, [event(id, 2)]);
  expect((await readOn(lost, () => 2)).read).toEqual([`${id} 1`, `${id} 2`]);
});
