import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { AnalysisNodes } from '../support/analysis-nodes.ts';
import { AnalysisRun } from '../support/analysis-run.ts';
import { findDifferences, json } from '../support/service.ts';

/**
 * Kills a worker with kill -9 during each kind of job, one after the other on one bank. The release check does this at
 * full size and at every stage; see docs/reference/faults.md.
 */
const QUESTIONS = 4000;
const DELIVERIES = 200;

const nodes = await AnalysisNodes.start(
  {
    RATE_LIMIT: 'false',
    OVERLOAD_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    ANALYSIS_THREADS: '1',
    ANALYSIS_SHARD_SIZE: '50',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  },
  1,
);
afterAll(() => nodes.end());

async function ask<Body>(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Body> {
  const reply = await nodes.api.fetch(path, init);
  const body = await reply.text();
  expect(reply.status, body).toBeLessThan(300);
  return JSON.parse(body) as Body;
}

async function until<Body>(path: string, reached: (body: Body) => boolean): Promise<Body> {
  for (;;) {
    const body = await ask<Body>(path);
    if (reached(body)) return body;
    await wait(10);
  }
}

it('completes an import, with every row once', async () => {
  const rows = Array.from(
    { length: QUESTIONS },
    (_, index) => `How much is ${index} and one more?,${index + 1},Mathematics,0`,
  );
  interface Import {
    id: string;
    phase: string;
    counts: { created: number };
  }
  const file = ['question_text,correct_answer,category,difficulty', ...rows, ''].join('\n');
  const { id } = await ask<Import>('/imports', { method: 'POST', body: file, headers: { 'content-type': 'text/csv' } });
  const reached = await until<Import>(
    `/imports/${id}`,
    ({ phase, counts }) => phase === 'finished' || counts.created > 0,
  );
  expect(reached.phase, 'it ended before it was killed').not.toBe('finished');
  await nodes.replaceWorkers();
  expect(await until<Import>(`/imports/${id}`, ({ phase }) => phase === 'finished')).toMatchObject({
    status: 'succeeded',
    counts: { read: QUESTIONS, created: QUESTIONS, rejected: 0 },
  });
  const { rows: stored } = await nodes.sql.query<{ count: number }>(
    'select count(distinct question_text)::integer as count from questions having count(*) = $1',
    [QUESTIONS],
  );
  expect(stored).toEqual([{ count: QUESTIONS }]);
});

it('completes a bulk change, with every question changed once', async () => {
  interface Change {
    id: string;
    status: string;
    count: number;
  }
  const work = { filter: {}, expected_count: QUESTIONS, set: { topic_focus: 'Sums' }, add_tags: ['seen'] };
  const hasEnded = ({ status }: Change) => status !== 'queued' && status !== 'running';
  const { id } = await ask<Change>('/questions/bulk', json(work));
  const reached = await until<Change>(`/changes/${id}`, (change) => hasEnded(change) || change.count > 0);
  expect(hasEnded(reached), 'it ended before it was killed').toBe(false);
  await nodes.replaceWorkers();
  expect(await until(`/changes/${id}`, hasEnded)).toMatchObject({
    status: 'succeeded',
    bulk: { matched: QUESTIONS, changed: QUESTIONS, skipped: 0 },
  });
  const { rows } = await nodes.sql.query(
    `select from questions where version <> 2 or change_id <> $1 or tags <> '{seen}' or topic_focus <> 'Sums'`,
    [id],
  );
  expect(rows).toEqual([]);
});

it('completes an analysis with the same result, with nothing lost or duplicated', async () => {
  const request = { analysis_type: 'item_flaws', filter: {} };
  const undisturbed = await AnalysisRun.start(nodes, request);
  await undisturbed.untilEnd();
  expect(undisturbed.progress).toMatchObject({ status: 'succeeded', error: null });
  const [result, items] = [undisturbed.result, await undisturbed.itemsDigest()];
  await undisturbed.delete(); // otherwise the next run would reuse its result

  const run = await AnalysisRun.start(nodes, request);
  await run.until(async ({ completed }) => completed > 0 && (run.hasEnded || (await run.shardsUnderWay()).length > 0));
  expect(run.hasEnded, 'it ended before it was killed').toBe(false);
  await nodes.replaceWorkers();
  await run.untilEnd();
  expect(run.progress).toMatchObject({ status: 'succeeded', error: null });
  expect(run.missedPolls).toBe(0);
  expect(run.result === result, run.result).toBe(true);
  expect(await run.itemsDigest()).toBe(items);
  expect(await run.events()).toEqual(['analysis.queued', 'analysis.started', 'analysis.succeeded']);
  expect(await run.shards()).toEqual([]);
});

it('delivers every event to webhooks, each under one id', async () => {
  const received: { id: string; subject: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as { data: { id: string } };
      received.push({ id: String(request.headers['webhook-id']), subject: data.id });
      setTimeout(() => response.writeHead(204).end(), 20); // so that one is always in progress
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await ask('/webhooks', json({ url, types: ['question.created'] }));
  const questions = Array.from({ length: DELIVERIES }, (_, index) => ({
    question_text: `Which number is ${index}?`,
    correct_answer: String(index),
    category: 'Mathematics',
    difficulty: 0,
  }));
  const { data } = await ask<{ data: { id: string }[] }>('/questions', json(questions));
  while (received.length < DELIVERIES / 4) await wait(5);
  await nodes.replaceWorkers();
  expect(new Set(received.map(({ id }) => id)).size, 'all were delivered before it was killed').toBeLessThan(
    DELIVERIES,
  );
  const messagesOf = () => Map.groupBy(received, ({ subject }) => subject);
  await expect
    .poll(() => data.filter(({ id }) => !messagesOf().has(id)), { timeout: 200_000, interval: 100 })
    .toEqual([]);
  for (const messages of messagesOf().values()) expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
});

it('leaves all derived data correct', async () => {
  expect(await findDifferences(nodes.postgres.url)).toEqual([]);
});
