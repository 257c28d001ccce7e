/** @module-tag release */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { AnalysisNodes } from '../support/analysis-nodes.ts';
import { findDifferences } from '../support/service.ts';

/**
 * The number of times that a bulk change and its revert are killed: twice in the release check, or BULK_KILLS=20 with
 * 100,000 questions.
 */
const KILLS = Number(process.env['BULK_KILLS'] ?? 2);
const QUESTIONS = process.env['BULK_KILLS'] === undefined ? 5000 : 100_000;
const TIMEOUT_MS = 3_600_000;

const nodes = await AnalysisNodes.start({ RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0', LOG_LEVEL: 'warn' });
afterAll(() => nodes.end());

interface ChangeBody {
  id: string;
  status: string;
  count: number;
  progress: { completed: number; total: number };
  bulk: { matched: number; changed: number; skipped: number } | null;
}

async function post(path: string, body?: object): Promise<ChangeBody> {
  const reply = await nodes.api.fetch(path, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(300);
  return JSON.parse(text) as ChangeBody;
}

async function until(id: string, isOver: (body: ChangeBody) => boolean): Promise<ChangeBody> {
  for (;;) {
    const body = (await (await nodes.api.fetch(`/changes/${id}`)).json()) as ChangeBody;
    if (isOver(body)) return body;
    await wait(10);
  }
}

/** Returns all stored columns of the questions except version and time, which every change alters. */
async function contents(): Promise<string> {
  const { rows } = await nodes.sql.query<{ contents: string }>(
    `select md5(string_agg(regexp_replace(body, ',"version":\\d+,("created_at":"[^"]*"),"updated_at":"[^"]*"\\}$', ',\\1')
                           || (deleted_at is null)::text, '' order by id)) as contents from questions`,
  );
  return rows[0]?.contents ?? '';
}

const hasEnded = ({ status }: ChangeBody) => status !== 'queued' && status !== 'running';

/** Spreads the kills over the whole duration. */
const SHARES = Array.from({ length: KILLS }, (_, kill) => ((kill + 0.5) / KILLS) * 0.9);

async function killOnTheWay(id: string): Promise<ChangeBody> {
  for (const share of SHARES) {
    const reached = await until(id, (body) => hasEnded(body) || body.count > QUESTIONS * share);
    expect(hasEnded(reached), 'it ended before it was killed').toBe(false);
    await nodes.replaceWorkers();
  }
  return until(id, hasEnded);
}

it('completes a bulk change despite kill -9 of the workers, and its revert restores every byte', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let from = 0; from < QUESTIONS; from += 1000) {
    const questions = Array.from({ length: 1000 }, (_, index) => ({
      question_text: `How much is ${from + index} and one more?`,
      correct_answer: String(from + index + 1),
      category: 'Mathematics',
      difficulty: index % 3,
    }));
    await post('/questions', questions);
  }
  const before = await contents();
  const work = { set: { category: 'Literature', topic_focus: 'Sums' }, add_tags: ['seen'] };
  const { id } = await post('/questions/bulk', { filter: {}, expected_count: QUESTIONS, ...work });
  expect(await killOnTheWay(id)).toMatchObject({
    status: 'succeeded',
    count: QUESTIONS,
    progress: { completed: QUESTIONS, total: QUESTIONS },
    bulk: { matched: QUESTIONS, changed: QUESTIONS, skipped: 0 },
  });
  const { rows } = await nodes.sql.query(
    `select from questions where version <> 2 or change_id <> $1 or tags <> '{seen}' or topic_focus <> 'Sums'`,
    [id],
  );
  expect(rows).toEqual([]);
  expect(await contents()).not.toBe(before);

  const { id: revertId } = await post(`/changes/${id}/revert`);
  expect(await killOnTheWay(revertId)).toMatchObject({ status: 'succeeded', count: QUESTIONS });
  expect(await contents()).toBe(before);
});

it('reports where a canceled bulk change stopped, and leaves it there', { timeout: TIMEOUT_MS }, async () => {
  const before = await contents();
  const { id } = await post('/questions/bulk', { filter: {}, expected_count: QUESTIONS, delete: true });
  await until(id, (body) => hasEnded(body) || body.progress.completed > 0);
  const started = performance.now();
  const { progress, status } = await post(`/changes/${id}/cancel`);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(status).toBe('canceled');
  expect(progress.completed).toBeLessThan(QUESTIONS);
  await nodes.replaceWorkers();
  await wait(500);
  const { rows } = await nodes.sql.query<{ count: number }>(
    'select count(*)::integer as count from questions where deleted_at is not null',
  );
  expect(rows[0]?.count).toBe(progress.completed);
  await until((await post(`/changes/${id}/revert`)).id, hasEnded);
  expect(await contents()).toBe(before);
});

it('leaves no derived data that differs from its source', { timeout: TIMEOUT_MS }, async () => {
  expect(await findDifferences(nodes.postgres.url)).toEqual([]);
});
