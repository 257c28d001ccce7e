import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startBlackHole } from '../support/black-hole.ts';
import { json, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';
import { COMMAND, commandEnvironment } from './command-line.ts';

/** The service has no worker, so jobs keep running until they are canceled. */
const directory = await temporaryDirectory();
const service = await startService(
  { DATABASE_URL: await newDatabase(), DATA_DIR: directory.path, RATE_LIMIT: 'false' },
  [],
  'api',
);
const question = { question_text: 'Which gas?', correct_answer: 'Neon', category: 'Science', difficulty: 0 };
await service.fetch('/questions', json(question));
afterAll(async () => {
  await service.end();
  await directory.remove();
});

const environment = {
  ...commandEnvironment(path.join(directory.path, 'config')),
  QUAESTOR_TOKEN: service.authorization.slice('Bearer '.length),
};

function begin(args: readonly string[], url = service.origin) {
  const child = spawn('node', [COMMAND, ...args, '--url', url], {
    cwd: directory.path,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL')); // has no effect if it has ended
  return child;
}

async function ended(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  const [err, [code]] = await Promise.all([
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, err };
}

/** The message that the command prints after the first ^C. */
const CANCELING = 'Canceling. Press ^C again to exit immediately.';

interface Job {
  id: string;
  status: string;
}

/** Waits for a new entry at the top of a list. */
async function newest(list: string, before?: string): Promise<Job> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const { data } = (await (await service.fetch(`${list}?limit=1`)).json()) as { data: Job[] };
    if (data[0] !== undefined && data[0].id !== before) return data[0];
    await wait(50);
  }
  throw new Error(`no new entry in ${list}`);
}

/** Finds a sample in the service's metrics. */
async function metric(pattern: RegExp): Promise<number> {
  const metrics = await (await service.fetch('/metrics')).text();
  return Number(pattern.exec(metrics)?.[1] ?? 0);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < 600; attempts += 1) {
    if (await isSo()) return;
    await wait(50);
  }
  throw new Error('the condition was not met in time');
}

const IMPORT_POLLS = /^quaestor_http_request_duration_seconds_count\{[^}]*route="\/imports\/[:{]id[^}]*\} (\d+)/mu;
const RUNS = /^quaestor_http_request_duration_seconds_count\{[^}]*route="\/analysis\/run"[^}]*\} (\d+)/mu;
const IN_FLIGHT = /^quaestor_http_requests_in_flight (\d+)/mu;

it('cancels an analysis on ^C and says how to continue', async () => {
  const child = begin(['analysis', 'run', 'coverage']);
  const end = ended(child);
  const { id } = await newest('/analysis');
  child.kill('SIGINT');
  expect(await end).toEqual({
    code: 130,
    err: `${CANCELING}\nError: Canceled ${id}.\nTo run it again: quaestor analysis run coverage\n`,
  });
  expect(await newest('/analysis')).toMatchObject({ id, status: 'canceled' });
});

it('does not cancel the analysis on ^C if the command only watches it', async () => {
  const run = json({ analysis_type: 'coverage', filter: {} });
  const { id } = (await (await service.fetch('/analysis/run', run)).json()) as Job;
  const hole = await startBlackHole(service.origin);
  onTestFinished(() => hole.close());
  const child = begin(['analysis', 'watch', id], new URL(hole.url).origin);
  const end = ended(child);
  while (hole.open() === 0) await wait(20);
  child.kill('SIGINT');
  expect(await end).toMatchObject({
    code: 130,
    err: expect.stringContaining(`quaestor analysis watch ${id}`) as unknown,
  });
  expect(await newest('/analysis')).toMatchObject({ id, status: 'queued' });
  await service.fetch(`/analysis/${id}/cancel`, { method: 'POST' });
});

it('cancels an import on ^C', async () => {
  await writeFile(
    path.join(directory.path, 'gases.csv'),
    'question,answer,category,level\nWhich gas glows red?,Neon,Science,0\n',
  );
  const child = begin(['import', 'gases.csv']);
  const end = ended(child);
  const { id } = await newest('/imports');
  await until(async () => (await metric(IMPORT_POLLS)) > 0); // before it knows the id there is nothing to cancel
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 130, err: expect.stringContaining(`Canceled import ${id}`) as unknown });
  expect(await newest('/imports')).toMatchObject({ id, status: 'canceled' });
});

it('exits immediately on a second ^C, whatever the service does', async () => {
  const before = await newest('/analysis');
  const runs = await metric(RUNS);
  const hole = await startBlackHole(service.origin);
  onTestFinished(() => hole.close());
  const child = begin(['analysis', 'run', 'coverage'], new URL(hole.url).origin);
  const end = once(child, 'exit');
  const { id } = await newest('/analysis', before.id);
  // Waits until the analysis exists and a second request waits for it.
  await until(async () => (await metric(RUNS)) > runs && (await metric(IN_FLIGHT)) > 1);
  hole.swallow();
  const canceling = once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(String(await canceling)).toBe(`${CANCELING}\n`);
  child.kill('SIGINT');
  expect(await end).toEqual([130, null]); // exits by itself, not by the signal
  await service.fetch(`/analysis/${id}/cancel`, { method: 'POST' });
});

it('cancels an analysis that another command has started', async () => {
  const begun = JSON.parse(await text(begin(['analysis', 'run', 'coverage', '--no-wait']).stdout)) as Job;
  const canceled = JSON.parse(await text(begin(['analysis', 'cancel', begun.id, '--json']).stdout)) as Job;
  expect(canceled).toMatchObject({ id: begun.id, status: 'canceled' });
});
