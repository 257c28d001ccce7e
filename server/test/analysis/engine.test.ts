import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JobQueue } from '../../src/queue/queue.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { draft, startTestService, type TestService } from '../harness.ts';
import { type AnalysisRecord, runToEnd, startTestWorker } from './worker.ts';

const DEMO = JSON.parse(readFileSync(new URL('../../demo/questions.json', import.meta.url), 'utf8')) as object[];
const TYPES = ['coverage', 'text_statistics', 'item_flaws'];
/** A condition that stored counts do not cover, so that questions are read. */
const READ_ALL = { language: 'en' };

let whole: TestService;
let cut: TestService;

beforeAll(async () => {
  whole = await startTestService();
  cut = await startTestService({ ANALYSIS_SHARD_SIZE: '10', ANALYSIS_THREADS: '2' });
  for (const service of [whole, cut]) {
    await service.create(DEMO.slice(0, 100));
    // Some shards contain none of the selected questions.
    await service.create(
      Array.from({ length: 40 }, (_, index) =>
        draft({ question_text: `Frage ${index}?`, language: 'de', external_id: `de-${index}` }),
      ),
    );
    await service.create(DEMO.slice(100));
    await startTestWorker(service);
  }
});

async function items(service: TestService, { id }: AnalysisRecord): Promise<object[]> {
  const reply = await service.request({ method: 'GET', url: `/analysis/${id}/items?limit=1000` });
  return reply.json<{ data: object[] }>().data;
}

/** Ids differ from bank to bank. */
async function withoutIds(service: TestService, value: unknown): Promise<unknown> {
  const { rows } = await service.deps.db.reads.query<{ id: string; external_id: string }>(
    'select id, external_id from questions',
  );
  const names = new Map(rows.map(({ id, external_id }) => [id, external_id]));
  return JSON.parse(
    JSON.stringify(value).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => names.get(id) ?? id),
  );
}

describe('an analysis in shards', () => {
  it.each(TYPES)('%s gives the same result as in one piece, with the same rows', async (analysis_type) => {
    const one = await runToEnd(whole, { analysis_type, filter: READ_ALL });
    const many = await runToEnd(cut, { analysis_type, filter: READ_ALL });
    expect(many.progress.total).toBeGreaterThan(10);
    expect(one.progress.total).toBe(2);
    expect(many.question_count).toBe(one.question_count);
    expect(await withoutIds(cut, many.result)).toEqual(await withoutIds(whole, one.result));
    const findingsOf = ({ id, findings }: AnalysisRecord) => JSON.stringify(findings).replaceAll(id, 'the run');
    expect(findingsOf(many)).toBe(findingsOf(one));
    expect(await withoutIds(cut, await items(cut, many))).toEqual(await withoutIds(whole, await items(whole, one)));
  });

  it('coverage from stored counts equals coverage from the questions', async () => {
    const counted = await runToEnd(whole, {
      analysis_type: 'coverage',
      filter: {},
      parameters: { dimensions: ['category', 'topic'] },
    });
    const read = await runToEnd(whole, {
      analysis_type: 'coverage',
      filter: { created_after: '2020-01-01T00:00:00Z' },
      parameters: { dimensions: ['category', 'topic'] },
    });
    expect(counted.result).toEqual(read.result);
  });

  it('removes everything about its shards at the end', async () => {
    await runToEnd(cut, { analysis_type: 'text_statistics', filter: READ_ALL, parameters: { top_n: 7 } });
    const { rows } = await cut.deps.db.reads.query('select from analysis_shards');
    expect(rows).toEqual([]);
  });

  it('progress never falls and ends complete', async () => {
    const started = await cut.request({
      method: 'POST',
      url: '/analysis/run',
      payload: { analysis_type: 'text_statistics', filter: READ_ALL, parameters: { top_n: 9 } },
    });
    const seen: AnalysisRecord[] = [];
    for (;;) {
      const reply = await cut.request({ method: 'GET', url: `/analysis/${started.json<AnalysisRecord>().id}` });
      seen.push(reply.json<AnalysisRecord>());
      if (!['queued', 'running'].includes(seen.at(-1)?.status ?? '')) break;
      await wait(5);
    }
    const completed = seen.map(({ progress }) => progress.completed);
    expect(completed).toEqual([...completed].sort((left, right) => left - right));
    expect(seen.at(-1)).toMatchObject({ status: 'succeeded', progress: { phase: 'finished' } });
    expect(seen.at(-1)?.progress.completed).toBe(seen.at(-1)?.progress.total);
  });
});

describe('stored and recomputed masks', () => {
  it('agree, even for questions with features of an older version', async () => {
    const fresh = await runToEnd(whole, {
      analysis_type: 'item_flaws',
      filter: READ_ALL,
      parameters: { severity_min: 'warning' },
    });
    const { writes } = whole.deps.db;
    await writes.query(
      'update question_features set features_version = 0, flaws = 0, answer_type = 0 where position % 3 = 0',
    );
    await writes.query('update questions set transaction_id = pg_current_xact_id() where position = 1'); // otherwise the stored result would be reused
    const stale = await runToEnd(whole, {
      analysis_type: 'item_flaws',
      filter: READ_ALL,
      parameters: { severity_min: 'warning' },
    });
    expect(stale.id).not.toBe(fresh.id);
    expect(stale.result).toEqual(fresh.result);
  });
});

describe('an analysis that cannot be done', () => {
  it('ends as failed with the shard and the reason, and the rest is not run', async () => {
    const poisoned = await startTestService({ ANALYSIS_SHARD_SIZE: '5' });
    await poisoned.create(Array.from({ length: 100 }, (_, index) => draft({ question_text: `Question ${index}?` })));
    await poisoned.deps.db.writes.query(
      `set session_replication_role = replica; update questions set category_id = 999 where position = 50; reset session_replication_role`,
    );
    await startTestWorker(poisoned);
    const run = await runToEnd(poisoned, { analysis_type: 'text_statistics', filter: READ_ALL });
    expect(run).toMatchObject({ status: 'failed', result: null, error: { code: 'analysis_failed' } });
    expect(run.error?.detail).toMatch(/shard \d+.*999/u);
    const { rows } = await poisoned.deps.db.reads.query('select from analysis_shards');
    expect(rows).toEqual([]);
  });

  it('whose jobs were retried too often ends as failed, as its workers are lost', async () => {
    const service = await startTestService();
    await service.create(draft());
    const asked = await service.request({
      method: 'POST',
      url: '/analysis/run',
      payload: { analysis_type: 'coverage', filter: {} },
    });
    const { id } = asked.json<AnalysisRecord>();
    const queue: JobQueue<{ 'analysis.dead': { analysis_id: string } }> = service.deps.queue;
    await service.deps.db.writes.query(`delete from pgboss.job`);
    await inTransaction(service.deps.db.writes, (tx) =>
      queue.enqueue(tx, 'analysis.dead', [{ data: { analysis_id: id } }]),
    );
    await startTestWorker(service);
    const ended = await service.request({ method: 'GET', url: `/analysis/${id}`, headers: { prefer: 'wait=10' } });
    expect(ended.json()).toMatchObject({ status: 'failed', error: { code: 'worker_lost' } });
  });
});
