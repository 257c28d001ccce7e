import { expect, it, vi } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { runAtLeisure, startTestWorker } from './worker.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Ten times the number of stored counts that a plan reads. */
const TOPICS = 50_000;

it('counts a bank of 50,000 topics in threads, and its result stays small', { tags: ['heavy'] }, async () => {
  const service = await startTestService();
  await service.create([draft()]);
  await service.deps.db.writes.query({
    text: `insert into questions (id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
                  topic_focus, accepted_answers, incorrect_answers, tags, language, updated_by, body)
           select gen_random_uuid(), created_at, updated_at, version, status, category_id, number % 3, body_version, question_text, correct_answer,
                  'topic ' || number, accepted_answers, incorrect_answers, tags, language, updated_by, body
             from questions, generate_series(1, $1::integer) number`,
    values: [TOPICS],
  });
  await startTestWorker(service);
  const parameters = { dimensions: ['category', 'topic', 'difficulty'], top_n: 1000 };
  const run = await runAtLeisure(service, { analysis_type: 'coverage', filter: {}, parameters });
  expect([run.status, run.question_count]).toEqual(['succeeded', TOPICS + 1]);
  // The bank is split into shards instead of being read in one piece by the plan.
  expect(run.progress.total).toBeGreaterThan(2);
  expect(JSON.stringify(run.result).length).toBeLessThan(1_000_000);
});
