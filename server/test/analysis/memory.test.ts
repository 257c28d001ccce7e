import { expect, it, vi } from 'vitest';
import { startThreads } from '../../src/worker/analysis/threads.ts';
import { draft, startTestService, type TestService } from '../harness.ts';
import { queueRun } from '../http/analysis/steps.ts';
import { runAtLeisure, startTestWorker } from './worker.ts';

vi.setConfig({ testTimeout: 600_000 });

/** Questions of 565 words and 3,954 characters, copied from one that the service created. */
async function createLong(service: TestService, count: number, word: string, words = 565): Promise<void> {
  await service.create([draft({ question_text: 'A question to copy?', correct_answer: 'Yes' })]);
  const { writes } = service.deps.db;
  await writes.query('drop index questions_search, questions_search_answers'); // indexing two million words would take a minute
  await writes.query({
    text: `insert into questions (id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
                  accepted_answers, incorrect_answers, tags, language, updated_by, body)
           select gen_random_uuid(), created_at, updated_at, version, status, category_id, number % 3, body_version,
                  (select string_agg(${word}, ' ') from generate_series(1, ${words}) word),
                  correct_answer, accepted_answers, incorrect_answers, tags, language, updated_by, body
             from questions, generate_series(1, $1::integer) number`,
    values: [count],
  });
}

const UNIQUE = 'to_hex(1048576 + number * 565 + word)';
const COMMON = `'planet'`;

it('a run over 4,000 long texts of unique words fails with a reason, within 1.5 GB', async () => {
  const service = await startTestService({ ANALYSIS_THREADS: '1' });
  await createLong(service, 4000, UNIQUE);
  await startTestWorker(service);
  let largest = 0;
  const watch = setInterval(() => (largest = Math.max(largest, process.memoryUsage.rss())), 50);
  const { status, error } = await runAtLeisure(service, { analysis_type: 'text_statistics', filter: {} });
  clearInterval(watch);
  expect([status, error?.code]).toEqual(['failed', 'analysis_failed']);
  expect(error?.detail).toBe(
    'The questions have more than 2,000,000 different words, the limit of an analysis. Analyse fewer questions at a time.',
  );
  expect(largest).toBeLessThan(1.5 * 2 ** 30);
});

it('long texts are analysed in slices, with the same result as in one piece', async () => {
  const service = await startTestService();
  await createLong(service, 4200, COMMON); // 17 million characters: three slices
  await startTestWorker(service);
  const counted = await runAtLeisure(service, { analysis_type: 'text_statistics', filter: {} });
  expect(counted.result?.summary).toMatchObject({ questions: 4201, words: 4200 * 565 + 4 + 4201 });
  const compared = await runAtLeisure(service, { analysis_type: 'duplicates', filter: {} });
  expect(compared.result?.summary).toMatchObject({ questions: 4201, exact_groups: 1, redundant: 4199 });
});

it('a result of more than 4 MiB is not stored, and the run fails with a reason', async () => {
  const service = await startTestService();
  await createLong(service, 1200, `to_hex(number + word) || repeat('q', 4500)`, 1);
  await startTestWorker(service);
  const request = { analysis_type: 'text_statistics', filter: {}, parameters: { top_n: 1000 } };
  const { error, result } = await runAtLeisure(service, request);
  expect(result).toBeNull();
  expect(error?.detail).toContain('more than 4 MiB');
});

it('a run that exceeds the memory of its thread fails alone, and the process continues', async () => {
  const service = await startTestService();
  await createLong(service, 1000, UNIQUE);
  const threads = startThreads(
    { databaseUrl: service.databaseUrl, statementTimeoutMs: 10_000, yielding: false },
    { least: 1, most: 1, memoryMb: 48, onError: () => {} },
  );
  const { id } = await queueRun(service, { analysis_type: 'text_statistics', filter: {} });
  const { rows } = await service.deps.db.reads.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  const shard = { population: 0, from: '0', until: '9223372036854775807', snapshot: rows[0]?.snapshot ?? '' };
  const parameters = {
    fields: ['question_text'],
    group_by: null,
    percentiles: [50],
    language: 'auto',
    outlier_z: 3,
    top_n: 50,
  };
  const request = { analysis_type: 'text_statistics', question_ids: null, filter: {}, parameters };
  const task = { request, items_id: id, number: 0, shard };
  await expect(threads.map(task, new AbortController().signal)).rejects.toMatchObject({
    code: 'ERR_WORKER_OUT_OF_MEMORY',
  });
  const few = { ...task, request: { ...request, filter: { external_id: 'none' } } };
  await expect(threads.map(few, new AbortController().signal)).resolves.toMatchObject({ questions: 0 });
  await threads.close();
});
