import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { migrate } from '../../src/bin/migrate-database.ts';
import { restoreDatabase } from '../../src/bin/restore-database.ts';
import type { EventCursor } from '../../src/domain/events.ts';
import { carryOver, KEPT_QUEUE } from '../../src/queue/carry-over.ts';
import { installQueues } from '../../src/queue/install.ts';
import { REPLACED } from '../../src/store/backup/copied-tables.ts';
import { withLiveBank } from '../../src/store/backup/live-bank.ts';
import { connectDatabase } from '../../src/store/database/database.ts';
import { MIGRATIONS } from '../../src/store/database/migration-files.ts';
import { migrateTables } from '../../src/store/database/migrations.ts';
import { appendEvents, BEFORE_ALL_EVENTS, listEventsAfter } from '../../src/store/events.ts';
import { JOB_KINDS } from '../../src/worker/jobs.ts';
import { admin, withDatabase } from '../global-setup.ts';
import { draft, startTestService } from '../harness.ts';

vi.setConfig({ testTimeout: 300_000 });

const serverUrl = inject('serverUrl');
const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

async function makeDatabase(template: string): Promise<string> {
  const name = `quaestor_copied_${randomBytes(6).toString('hex')}`;
  await admin(serverUrl, `create database ${name} template ${template}`);
  ended.push(() => admin(serverUrl, `drop database ${name} with (force)`));
  return withDatabase(serverUrl, name);
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const silent = () => {};
/** Returns what `verify` found. */
const copy = (from: string, to: string) => withLiveBank(from, KEPT_QUEUE, (bank) => restoreDatabase(to, bank, silent));

describe('the content of a backup', () => {
  it('refers to no transaction of its server, except for the order of events', async () => {
    const rows = await query<{ name: string }>(
      await makeDatabase(inject('template')),
      `select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped
          and format_type(atttypid, null) in ('xid', 'xid8', 'pg_snapshot', 'txid_snapshot', 'pg_lsn') and attnum > 0`,
    );
    const replaced = Object.entries(REPLACED).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(rows.map(({ name }) => name).filter((name) => !replaced.includes(name))).toEqual([
      'events.transaction_id',
      'event_epochs.removed_transaction_id',
    ]);
  });
});

describe('a restored bank', () => {
  it('begins an epoch of events, even on its own server, so that a reader ahead of it misses nothing', async () => {
    const service = await startTestService();
    await service.create([draft(), draft({ question_text: 'Which planet is the largest?' })]);
    const target = await makeDatabase('template0');
    expect(await copy(service.databaseUrl, target)).toBe(0);
    const db = connectDatabase({ url: target, poolSize: 2, readTimeoutMs: 5000, writeTimeoutMs: 5000 }, silent);
    ended.push(() => db.close());
    const id = randomUUID();
    const created = { type: 'question.created' as const, resource_id: id, version: 1, changed: [], actor: 'me' };
    await appendEvents(db.writes, [{ ...created, occurred_at: new Date() }]);
    // The old database continued for some time, and the reader with it: its transactions are later than those of the
    // new one.
    await service.create(draft({ question_text: 'Which planet has rings?' }));
    const seen = await readAll(service.deps.db.writes, BEFORE_ALL_EVENTS, 3);
    expect(seen.ids).toHaveLength(3);
    expect((await readAll(db.writes, seen.next, 1)).ids).toEqual([id]);
    expect((await readAll(db.writes, BEFORE_ALL_EVENTS, 3)).ids).toEqual([...seen.ids.slice(0, 2), id]);
  });

  /** A reader waits for every earlier transaction of the server, even those of other databases. */
  async function readAll(pool: pg.Pool, after: EventCursor, count: number) {
    const read = () => listEventsAfter(pool, { after, limit: 100 });
    await expect.poll(async () => (await read()).events.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    const { events, next } = await read();
    return { ids: events.map(({ resource_id }) => resource_id), next };
  }

  it('of an older release is migrated to the schema of this one', async () => {
    const [older, target] = [await makeDatabase('template0'), await makeDatabase('template0')];
    await migrateTables(older, MIGRATIONS.slice(0, 2));
    await installQueues(older, JOB_KINDS);
    await query(older, `insert into categories (name) values ('Chess')`);
    expect(await copy(older, target)).toBe(0);
    expect(await query(target, `select name from categories where name = 'Chess'`)).toHaveLength(1);
    expect(await migrate(target)).toEqual([]);
  });

  it('of a newer release is rejected', async () => {
    const newer = await makeDatabase(inject('template'));
    await query(newer, `insert into schema_migrations (name, run_on) values ('9999_later', now())`);
    await expect(copy(newer, await makeDatabase('template0'))).rejects.toThrow(
      'This database was migrated by a newer release, with 9999_later. Use the commands of that release.',
    );
  });

  it('that is incomplete is neither migrated nor restored to', async () => {
    const target = await makeDatabase('template0');
    const broken = withLiveBank(await makeDatabase(inject('template')), KEPT_QUEUE, (bank) =>
      restoreDatabase(target, { ...bank, open: async () => Promise.reject(new Error('the disk is gone')) }, silent),
    );
    await expect(broken).rejects.toThrow('the disk is gone');
    await expect(migrate(target)).rejects.toThrow('a restore that is under way or did not finish');
    await expect(copy(await makeDatabase(inject('template')), target)).rejects.toThrow('a restore that did not finish');
  });
});

describe('jobs', () => {
  it('that had not finished are submitted again unchanged, in the same order', async () => {
    const url = await makeDatabase(inject('template'));
    async function* given() {
      yield [
        { name: 'analysis.plan', data: { analysis_id: 'a' }, priority: 3, owner: 'me' },
        { name: 'analysis.plan', data: { analysis_id: 'b' }, owner: null },
      ];
    }
    expect(await carryOver(url, given())).toBe(2);
    await query(url, `update ${KEPT_QUEUE.schema}.job set state = 'active' where data ->> 'analysis_id' = 'a'`);
    const kept = await query(url, KEPT_QUEUE.unfinishedJobs);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([
        { name: 'analysis.plan', data: { analysis_id: 'a' }, priority: 3, group_id: 'me' },
        { name: 'analysis.plan', data: { analysis_id: 'b' }, priority: 0, group_id: null },
      ]),
    );
  });
});
