/** @module-tag release */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { AnalysisNodes } from '../support/analysis-nodes.ts';
import { findDifferences } from '../support/service.ts';

/**
 * The number of times that an import, its undo and a canceled import are killed: twice in the release check, or
 * IMPORT_KILLS=20 with 100,000 questions.
 */
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 2);
const QUESTIONS = process.env['IMPORT_KILLS'] === undefined ? 20_000 : 100_000;
const TIMEOUT_MS = 3_600_000;

const nodes = await AnalysisNodes.start({ RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0', LOG_LEVEL: 'warn' });
afterAll(() => nodes.end());

interface ImportBody {
  id: string;
  status: string;
  phase: string;
  counts: { read: number; created: number; rejected: number };
  error: { code: string } | null;
  undo: { status: string; removed: number; kept: number } | null;
}

const FILE = `question_text,correct_answer,category,difficulty\n${Array.from(
  { length: QUESTIONS },
  (_, index) => `How much is ${index} and one more?,${index + 1},Mathematics,${index % 3}\n`,
).join('')}`;

async function upload(): Promise<string> {
  const reply = await nodes.api.fetch('/imports', {
    method: 'POST',
    body: FILE,
    headers: { 'content-type': 'text/csv' },
  });
  expect(reply.status).toBe(202);
  return ((await reply.json()) as ImportBody).id;
}

async function until(id: string, isOver: (body: ImportBody) => boolean): Promise<ImportBody> {
  for (;;) {
    const body = (await (await nodes.api.fetch(`/imports/${id}`)).json()) as ImportBody;
    if (isOver(body)) return body;
    await wait(50);
  }
}

async function post(path: string): Promise<void> {
  const reply = await nodes.api.fetch(path, { method: 'POST' });
  expect(reply.status, await reply.text()).toBeLessThan(300);
}

async function countQuestions(): Promise<number> {
  const { rows } = await nodes.sql.query<{ count: number }>(
    'select count(*)::integer as count from questions where deleted_at is null',
  );
  return rows[0]?.count ?? 0;
}

const hasEnded = ({ phase }: ImportBody) => phase === 'finished';
const isUndone = ({ undo }: ImportBody) => undo?.status === 'succeeded';

/** Spreads the kills over the whole duration. */
const SHARES = Array.from({ length: KILLS }, (_, kill) => ((kill + 0.5) / KILLS) * 0.9);

it('completes an import despite kill -9 of the workers, and its undo leaves nothing behind', {
  timeout: TIMEOUT_MS,
}, async () => {
  const id = await upload();
  for (const share of SHARES) {
    const reached = await until(id, (body) => hasEnded(body) || body.counts.created > QUESTIONS * share);
    expect(hasEnded(reached), 'it ended before it was killed').toBe(false);
    await nodes.replaceWorkers();
  }
  const ended = await until(id, hasEnded);
  expect(ended).toMatchObject({ status: 'succeeded', counts: { read: QUESTIONS, created: QUESTIONS, rejected: 0 } });
  expect(await countQuestions()).toBe(QUESTIONS);

  await post(`/imports/${id}/undo`);
  for (const share of SHARES) {
    const reached = await until(id, (body) => isUndone(body) || (body.undo?.removed ?? 0) > QUESTIONS * share);
    expect(isUndone(reached), 'it was undone before it was killed').toBe(false);
    await nodes.replaceWorkers();
  }
  expect((await until(id, isUndone)).undo).toMatchObject({ removed: QUESTIONS, kept: 0 });
  expect(await countQuestions()).toBe(0);
});

it('leaves the bank untouched if workers are killed after a cancel', { timeout: TIMEOUT_MS }, async () => {
  const id = await upload();
  await until(id, ({ counts, phase }) => phase === 'finished' || counts.created > QUESTIONS * 0.9);
  await post(`/imports/${id}/cancel`);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await nodes.replaceWorkers();
    const { undo } = await until(id, (body) => body.undo !== null);
    await until(id, (body) => isUndone(body) || (body.undo?.removed ?? 0) > (undo?.removed ?? 0));
  }
  const { undo, counts } = await until(id, isUndone);
  expect(undo).toMatchObject({ removed: counts.created, kept: 0 });
  expect(await countQuestions()).toBe(0);
});

it('leaves no derived data that differs from its source', { timeout: TIMEOUT_MS }, async () => {
  expect(await findDifferences(nodes.postgres.url)).toEqual([]);
});
