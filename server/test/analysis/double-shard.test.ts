import { beforeAll, expect, it } from 'vitest';
import { EVERYWHERE } from '../../src/domain/analysis/analysis.ts';
import { findAnalysis } from '../../src/store/analysis/analyses.ts';
import { insertShards, startAnalysis } from '../../src/store/analysis/progress.ts';
import { inSnapshot } from '../../src/store/database/database.ts';
import { mapShard } from '../../src/worker/analysis/map-shard.ts';
import { mergeRun } from '../../src/worker/analysis/merge-run.ts';
import { startThreads, type Threads } from '../../src/worker/analysis/threads.ts';
import { draft, type StoredQuestion, startTestService, type TestService } from '../harness.ts';
import type { AnalysisRecord } from './worker.ts';

let service: TestService;
let threads: Threads;

beforeAll(async () => {
  service = await startTestService();
  threads = startThreads(
    { databaseUrl: service.databaseUrl, statementTimeoutMs: 10_000, yielding: false },
    { least: 1, most: 1, memoryMb: 512, onError: () => {} },
  );
  return () => threads.close();
});

/** A worker that stops between reading a shard and storing its result, until `resume`. */
function stoppingThreads(): { threads: Threads; stopped: Promise<void>; resume: () => void } {
  const [stopped, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const map: Threads['map'] = async (task, signal) => {
    const mapped = await threads.map(task, signal);
    stopped.resolve();
    await resumed.promise;
    return mapped;
  };
  return { threads: { ...threads, map }, stopped: stopped.promise, resume: () => resumed.resolve() };
}

it('stores every row once if two workers read the same shard, with an edit in between', async () => {
  const made = await service.create(
    Array.from({ length: 6 }, (_, index) =>
      draft({ question_text: `Which of these is number ${index}?`, correct_answer: `Number ${index}.` }),
    ),
  );
  const asked = await service.request({
    method: 'POST',
    url: '/analysis/run',
    payload: { analysis_type: 'item_flaws', filter: { language: 'en' } },
  });
  const { id } = asked.json<AnalysisRecord>();
  await inSnapshot(service.deps.db.writes, async (tx) => {
    await startAnalysis(tx, id, new Date());
    await insertShards(tx, id, [{ ...EVERYWHERE, population: 0 }]);
  });
  const run = await findAnalysis(service.deps.db.reads, id);
  if (run === undefined) throw new Error('expected a run');
  const context = { deps: service.deps };
  const { signal } = new AbortController();

  const first = stoppingThreads();
  const late = mapShard(context, run, 0, { threads: first.threads, signal });
  await first.stopped;
  const [edited] = made as [StoredQuestion];
  await service.request({
    method: 'PATCH',
    url: `/questions/${edited.id}`,
    payload: { question_text: 'What is better now?' },
  });
  await mapShard(context, run, 0, { threads, signal });
  first.resume();
  await late;
  await mergeRun(context, run, threads, signal);

  const items = await service.request({ method: 'GET', url: `/analysis/${id}/items` });
  const rows = items.json<{ data: { question_id: string; version: number; question_text: string }[] }>().data;
  expect(rows.map(({ question_id }) => question_id).sort()).toEqual(made.map((question) => question.id).sort());
  expect(rows.find(({ question_id }) => question_id === edited.id)).toMatchObject({
    version: 1,
    question_text: 'Which of these is number 0?',
  });
  const { rows: filed } = await service.deps.db.reads.query(
    `select from analysis_items where attempt <> '00000000-0000-0000-0000-000000000000'`,
  );
  expect(filed).toEqual([]);
});
