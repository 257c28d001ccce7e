import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { insertItems } from '../../../src/store/analysis/items.ts';
import { insertShards, startAnalysis } from '../../../src/store/analysis/progress.ts';
import { inTransaction } from '../../../src/store/database/database.ts';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectDeleted,
  expectProblem,
  getBody,
  type ListBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import {
  type AnalysisRecord,
  countRows,
  createBank,
  eventTypes,
  getRun,
  MANY,
  NOT_IDS,
  queueRun,
  runRequest,
  runToEnd,
  runWhole,
  startTestWorker,
} from './steps.ts';

const service = await startTestService(MANY);
await createBank(service);
await startTestWorker(service);
const idle = await startTestService(MANY);
await idle.create(draft());
const remove = (id: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'DELETE',
  url: `/analysis/${id}`,
  headers,
});
const itemsOf = (id: string) => countRows(service, 'analysis_items', `items_id = '${id}'`);
const listed = async (id: string) => (await getBody<ListBody<object>>(service, `/analysis/${id}/items`)).data;
const body = { analysis_type: 'coverage', filter: {} };

describe('200', () => {
  it('removes an analysis with its result and rows', async () => {
    const { id } = await runWhole(service, 'coverage', { min_cell: 2 });
    expect(await itemsOf(id)).toBeGreaterThan(0);
    const reply = await service.request(remove(id));
    expectDeleted(reply);
    expectProblem(await service.request({ url: `/analysis/${id}` }), 404, 'analysis_not_found');
    expectProblem(await service.request({ url: `/analysis/${id}/items` }), 404, 'analysis_not_found');
    expect(await itemsOf(id)).toBe(0);
    expect(await eventTypes(service, id)).toEqual(['analysis.queued', 'analysis.started', 'analysis.succeeded']);
  });

  it('cancels an unfinished analysis and removes its shards and rows', async () => {
    const { id } = await queueRun(idle);
    await inTransaction(idle.deps.db.writes, async (tx) => {
      await startAnalysis(tx, id, idle.deps.now());
      await insertShards(tx, id, [{ from: 0n, until: 5n, population: 0 }]);
      await insertItems(tx, id, [{ rank: 0, shard: 0, question_ids: [null], versions: [null], bodies: ['{}'] }]);
    });
    expect((await idle.request(remove(id))).statusCode).toBe(200);
    for (const table of ['analyses', 'analysis_shards', 'analysis_items']) {
      expect(await countRows(idle, table), table).toBe(0);
    }
    expect(await eventTypes(idle, id)).toEqual(['analysis.queued', 'analysis.canceled']);
  });

  it('keeps rows that a repeated run shares until the last of them is deleted', async () => {
    const runs: string[] = [];
    for (let round = 0; round < 3; round += 1) runs.push((await runWhole(service, 'coverage', { min_cell: 3 })).id);
    const [first = '', second = '', third = ''] = runs;
    const rows = await listed(first);
    expect(rows.length).toBeGreaterThan(0);
    await service.request(remove(first));
    expect(await listed(second)).toEqual(rows);
    await service.request(remove(third));
    expect(await listed(second)).toEqual(rows);
    await service.request(remove(second));
    expect(await itemsOf(first)).toBe(0);
  });

  it('leaves no rows when all runs that share them are deleted at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const runs = [];
      for (let run = 0; run < 4; run += 1) runs.push(await runWhole(service, 'coverage', { top_n: 10 + round }));
      await Promise.all(runs.map(({ id }) => service.request(remove(id))));
      expect(await itemsOf(runs[0]?.id ?? '')).toBe(0);
    }
  });

  it('leaves no rows that a worker is writing at that moment', async () => {
    const { id } = await queueRun(idle);
    const worker = new pg.Client({ connectionString: idle.databaseUrl });
    await worker.connect();
    await worker.query('begin');
    await worker.query(`update analyses set completed = 1 where id = '${id}'`);
    await insertItems(worker, id, [{ rank: 0, shard: 0, question_ids: [null], versions: [null], bodies: ['{}'] }]);
    const removing = idle.request(remove(id));
    await expect.poll(() => countRows(idle, 'pg_locks', 'not granted')).toBeGreaterThan(0);
    await worker.query('commit');
    await worker.end();
    expect((await removing).statusCode).toBe(200);
    expect(await countRows(idle, 'analysis_items', `items_id = '${id}'`)).toBe(0);
  });

  it('keeps a run complete that is being repeated: with its rows, or computed again', async () => {
    for (let round = 0; round < 10; round += 1) {
      const first = await runWhole(service, 'coverage', { top_n: 100 + round });
      const rows = await listed(first.id);
      const repeat = runRequest({ ...body, parameters: { top_n: 100 + round } }, { prefer: 'wait=30' });
      const [again] = await Promise.all([service.request(repeat), service.request(remove(first.id))]);
      expect(again.statusCode, again.body).toBe(201);
      expect(await listed(again.json<AnalysisRecord>().id)).toEqual(rows);
    }
  });

  it('is allowed for its creator and for the operator', async () => {
    const scopes = { scopes: ['analysis:run', 'analysis:read'] };
    const owner = bearer((await createKey(idle, scopes)).token);
    const anotherKey = bearer((await createKey(idle, scopes)).token);
    const { id } = await queueRun(idle, body, owner);
    expectProblem(await idle.request(remove(id, anotherKey)), 403, 'insufficient_scope');
    expect((await getRun(idle, id)).status).toBe('queued');
    expect((await idle.request(remove(id, owner))).statusCode).toBe(200);
    const other = await queueRun(idle, body, owner);
    expect((await idle.request(remove(other.id, asOperator))).statusCode).toBe(200);
  });

  it('turns a repeated run into an independent one', async () => {
    const request = { ...body, parameters: { min_cell: 8 } };
    const first = await runToEnd(service, request);
    await service.request(remove(first.id));
    expect((await runToEnd(service, request)).snapshot_at).not.toBe(first.snapshot_at);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, remove(NOT_IDS[0] ?? ''));
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request(remove(id)), 404, 'analysis_not_found');
  });

  it('does not find a deleted analysis', async () => {
    const { id } = await queueRun(idle);
    await idle.request(remove(id));
    expectProblem(await idle.request(remove(id)), 404, 'analysis_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, remove(NOT_IDS[0] ?? ''));
});

describe('413', () => {
  rejectsLargeBodies(service, remove(NOT_IDS[0] ?? ''));
});

describe('415', () => {
  rejectsOtherMediaTypes(service, remove(NOT_IDS[0] ?? ''));
});

describe('503', () => {
  rejectsWithoutDatabase(remove(NOT_IDS[0] ?? ''));
});

describe('504', () => {
  timesOut(remove(NOT_IDS[0] ?? ''), 'analyses');
});
