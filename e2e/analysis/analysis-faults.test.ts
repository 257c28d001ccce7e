/** @module-tag release */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AnalysisNodes, processorSeconds } from '../support/analysis-nodes.ts';
import { AnalysisRun, eventually } from '../support/analysis-run.ts';
import { generateQuestions } from '../support/generated-questions.ts';
import { findDifferences, json } from '../support/service.ts';
import { type Fault, faultsOf } from './faults.ts';
import { poisonQuestion } from './poison.ts';

/** The number of times that each fault is injected. `npm run faults` does it 20 times. */
const RUNS = Number(process.env['FAULT_RUNS'] ?? 2);
const QUESTIONS = 60_000;
const AT_ONCE = 1000;
const SHARDS = 300;
const RECOVERED_WITHIN_MS = 20_000;
const CANCELED_WITHIN_MS = 3000;
const FAILED_WITHIN_MS = 30_000;
/** By then, everything that the process had sent has arrived, such as its claim to the next shard. */
const ARRIVED_WITHIN_MS = 250;
/** A shard takes a fraction of a second, so a run that continues shows progress within this time. */
const SETTLES_WITHIN_MS = 2000;
const LONGEST_RUN_MS = 120_000;

/**
 * One type is limited by computation. The other is limited by its rows, which shards write one by one, so that
 * duplicates would show.
 */
const TEXTS = { analysis_type: 'text_statistics', filter: {}, parameters: { outlier_z: 2.5 } };
const FLAWS = { analysis_type: 'item_flaws', filter: {} };

/** Each worker has one thread, so two shards in progress mean two busy workers. Load shedding is tested elsewhere. */
const nodes = await AnalysisNodes.start({
  RATE_LIMIT: 'false',
  OVERLOAD_DELAY_MS: '0',
  LOG_LEVEL: 'warn',
  ANALYSIS_THREADS: '1',
  ANALYSIS_SHARD_SIZE: String(QUESTIONS / SHARDS),
});
afterAll(() => nodes.end());

interface Outcome {
  result: string;
  items: string;
  total: number;
  ms: number;
}

const undisturbed = new Map<object, Outcome>();
beforeAll(async () => {
  for (let from = 0; from < QUESTIONS; from += AT_ONCE) {
    const reply = await nodes.api.fetch('/questions', json(generateQuestions(from, AT_ONCE)));
    expect(reply.status, await reply.text()).toBe(201);
  }
  for (const request of [TEXTS, FLAWS]) {
    const startedAt = performance.now();
    const run = await runToEnd(request);
    const ms = performance.now() - startedAt;
    print(`${request.analysis_type} undisturbed: ${seconds(ms)}`);
    undisturbed.set(request, { ...(await outcomeOf(run)), ms });
    await deleteRuns();
  }
}, 2 * LONGEST_RUN_MS);

/** Deletes all runs, so that a later one does not reuse a result. Runs in progress are ended. */
const runs = new Set<AnalysisRun>();
afterEach(deleteRuns);

async function deleteRuns(): Promise<void> {
  for (const run of runs) await run.delete();
  runs.clear();
}

async function start(request: object): Promise<AnalysisRun> {
  const run = await AnalysisRun.start(nodes, request);
  runs.add(run);
  return run;
}

async function runToEnd(request: object): Promise<AnalysisRun> {
  const run = await start(request);
  await run.untilEnd();
  expect(run.progress).toMatchObject({ status: 'succeeded', error: null });
  return run;
}

async function outcomeOf(run: AnalysisRun): Promise<Omit<Outcome, 'ms'>> {
  return { result: run.result, items: await run.itemsDigest(), total: run.progress.total };
}

/** Compares results byte for byte. If they differ, comparing the fields shows where. */
async function expectUndisturbed(run: AnalysisRun, request: object): Promise<void> {
  const outcome = await outcomeOf(run);
  const expected = undisturbed.get(request);
  expect(outcome.total).toBe(expected?.total);
  expect(outcome.items).toBe(expected?.items);
  expect(JSON.parse(outcome.result)).toEqual(JSON.parse(expected?.result ?? 'null'));
  expect(outcome.result === expected?.result).toBe(true);
}

/** Checks that the run succeeded once, contains everything exactly once, and has left nothing behind. */
async function expectFlawless(run: AnalysisRun, request: object): Promise<void> {
  expect(run.progress).toMatchObject({ status: 'succeeded', error: null });
  await expectUndisturbed(run, request);
  expect(await run.events()).toEqual(['analysis.queued', 'analysis.started', 'analysis.succeeded']);
  expect(await run.shards()).toEqual([]);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Starts a run and waits for a tenth of its shards, with a worker busy. If a run ends before that, it is repeated. */
async function startUnderWay(request: object): Promise<AnalysisRun> {
  for (;;) {
    const run = await start(request);
    await run.until(
      async ({ completed, total }) =>
        run.hasEnded || (completed > 0.1 * total && (await run.shardsUnderWay()).length > 0),
    );
    if (!run.hasEnded) return run;
    await deleteRuns();
  }
}

interface Recovery {
  ms: number;
  /** The number of shards in progress that were not completed. */
  lost: number;
}

/**
 * Starts an analysis, injects a fault and returns the time to recovery. Recovery lasts from just before the fault until
 * the client sees further progress and every shard that was in progress at the time of the fault is done.
 */
async function disturb(fault: Fault, number: number): Promise<Recovery> {
  const request = number % 2 === 0 ? TEXTS : FLAWS;
  const run = await startUnderWay(request);
  const before = run.progress.completed;
  const faultAt = performance.now();
  const restore = await fault.inject(number + Math.floor(number / 2)); // so that each variant is tested with both analyses
  const recovery = { ms: 0, lost: 0 };
  try {
    await wait(ARRIVED_WITHIN_MS);
    const lost = await eventually(() => run.shardsUnderWay());
    await run.until(async ({ completed }) => {
      const open = await eventually(() => run.openShards());
      return completed > before && !lost.some((shard) => open.includes(shard));
    });
    recovery.ms = performance.now() - faultAt;
    recovery.lost = lost.length;
    await run.untilEnd();
  } finally {
    await restore();
  }
  await run.poll();
  await expectFlawless(run, request);
  if (!fault.seenByClients) expect(run.missedPolls).toBe(0);
  await deleteRuns();
  return recovery;
}

/** The median, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0];
  return middle.reduce((sum, value) => sum + value, 0) / 2;
}

it('splits the bank into about 300 shards and leaves no question out', () => {
  for (const [, { result, total }] of undisturbed) {
    expect(total).toBeGreaterThan(0.85 * SHARDS);
    expect(total).toBeLessThan(1.15 * SHARDS);
    expect(result).toContain(`"questions":${QUESTIONS}`);
  }
});

it.each(faultsOf(nodes))(
  '$name: the analysis ends with the same result, with nothing lost or duplicated',
  { timeout: RUNS * LONGEST_RUN_MS },
  async (fault) => {
    const recoveries: Recovery[] = [];
    for (let number = 0; number < RUNS; number += 1) recoveries.push(await disturb(fault, number));
    // A fault that occurs between two shards does not measure recovery.
    const striking = recoveries.filter(({ lost }) => lost > 0);
    const times = (striking.length > 0 ? striking : recoveries).map(({ ms }) => ms);
    const all = recoveries
      .map(({ ms, lost }) => `${(ms / 1000).toFixed(1)}${lost === 0 ? ' (none lost)' : ''}`)
      .join(', ');
    print(
      `${fault.name}: ${RUNS} runs, ${striking.length} lost a shard; recovery median ${seconds(median(times))}, most ${seconds(Math.max(...times))}: ${all}`,
    );
    expect(median(times)).toBeLessThanOrEqual(within(TEXTS, RECOVERED_WITHIN_MS, 1));
  },
);

it.each([TEXTS, FLAWS])('counts a shard of $analysis_type once if two workers compute it', async (request) => {
  const run = await startUnderWay(request);
  expect(await run.deliverTwice()).toBeGreaterThan(SHARDS / 10);
  await run.untilEnd();
  await expectFlawless(run, request);
});

async function cancel(run: AnalysisRun): Promise<void> {
  const reply = await nodes.api.fetch(`/analysis/${run.id}/cancel`, { method: 'POST' });
  expect(reply.status, await reply.text()).toBe(200);
}

/** Measures the processor time of both workers during the next second. */
async function measureProcessor(): Promise<number> {
  const used = () => nodes.workers.reduce((sum, worker) => sum + processorSeconds(worker), 0);
  const before = used();
  await wait(1000);
  return used() - before;
}

/** The time limit or, on a slow machine, this share of the time that the undisturbed run took. */
const within = (request: object, ms: number, share: number) =>
  Math.max(ms, (undisturbed.get(request)?.ms ?? 0) * share);

const TIMEOUT = { timeout: LONGEST_RUN_MS };

it('stops all work on a canceled run within 3 s', TIMEOUT, async () => {
  const run = await startUnderWay(TEXTS);
  const atWork = await measureProcessor();
  await cancel(run);
  const canceledAt = performance.now();
  while ((await run.unfinishedJobs()) > 0) await wait(20);
  const reachedMs = performance.now() - canceledAt;
  await run.poll();
  const { completed, total } = run.progress;
  const atRest = await measureProcessor();
  await run.poll();
  print(
    `cancel at ${completed} of ${total}: its last job gone after ${seconds(reachedMs)}; ` +
      `processor ${atWork.toFixed(2)} s a second before, ${atRest.toFixed(2)} after`,
  );
  expect(reachedMs).toBeLessThanOrEqual(within(TEXTS, CANCELED_WITHIN_MS, 0.2));
  expect(run.progress).toMatchObject({ status: 'canceled', completed });
  expect(completed).toBeLessThan(0.9 * total);
  expect(atRest).toBeLessThan(atWork / 2);
  expect(await run.events()).toEqual(['analysis.queued', 'analysis.started', 'analysis.canceled']);
  expect(await run.shards()).toEqual([]);
});

it('makes progress within 3 s on an analysis that is started right after a cancellation', TIMEOUT, async () => {
  const canceled = await startUnderWay(TEXTS);
  await cancel(canceled);
  const startedAt = performance.now();
  const next = await start(TEXTS);
  await next.until(({ completed }) => completed > 0);
  const firstMs = performance.now() - startedAt;
  print(`first progress of the next analysis after a cancel: ${seconds(firstMs)}`);
  expect(firstMs).toBeLessThanOrEqual(within(TEXTS, CANCELED_WITHIN_MS, 0.2));
  await next.untilEnd();
  await expectUndisturbed(next, TEXTS);
});

it.each([TEXTS, FLAWS])(
  'fails a run of $analysis_type with a poisoned shard, and names the shard and the reason',
  TIMEOUT,
  async (request) => {
    const poisoned = await poisonQuestion(nodes.sql, QUESTIONS / 2);
    try {
      const startedAt = performance.now();
      const run = await start(request);
      await run.until(({ completed }) => completed > 0);
      const shard = await run.shardOf(poisoned.position);
      await run.untilEnd();
      const failedMs = performance.now() - startedAt;
      const { completed, total } = run.progress;
      await wait(SETTLES_WITHIN_MS);
      await run.poll();
      print(`poison: failed after ${seconds(failedMs)} at ${completed} of ${total}: ${run.progress.error?.detail}`);
      expect(run.progress).toMatchObject({
        status: 'failed',
        completed,
        error: { code: 'analysis_failed', detail: `In shard ${shard}: no category has id 999` },
      });
      expect(failedMs).toBeLessThanOrEqual(within(request, FAILED_WITHIN_MS, 1));
      expect(completed).toBeLessThan(0.75 * total); // half of them precede the poisoned one, so little work was wasted
      expect(await run.events()).toEqual(['analysis.queued', 'analysis.started', 'analysis.failed']);
      expect(await run.shards()).toEqual([]);
      expect(await run.unfinishedJobs()).toBe(0);
    } finally {
      await poisoned.repair();
    }
    await expectUndisturbed(await runToEnd(request), request);
  },
);

it('leaves no derived data that differs from its source', async () => {
  expect(await findDifferences(nodes.postgres.url)).toEqual([]);
});
