import { execFile } from 'node:child_process';
import path from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Notices } from '../../src/store/database/notices.ts';
import { Pipeline } from '../../src/store/database/pipeline.ts';
import { startTestService } from '../harness.ts';
import { eventually, watchSessions } from './sessions.ts';

const TERMINATIONS = 20;
const service = await startTestService();
const sessions = await watchSessions(service.databaseUrl);

it('has one connection after it was terminated 20 times under load', async () => {
  const name = 'leaking pipeline';
  const pipeline = new Pipeline(service.databaseUrl, { applicationName: name, statementTimeoutMs: 5000 }, () => {});
  let stopped = false;
  const load = async () => {
    while (!stopped) await pipeline.query({ name: 'one', text: 'select 1 as one' }).catch(() => turn());
  };
  const callers = Array.from({ length: 8 }, load);
  for (let round = 0; round < TERMINATIONS; ) {
    if ((await sessions.terminate(name)) > 0) round += 1;
  }
  stopped = true;
  await Promise.all(callers);
  const isUp = () =>
    pipeline.query({ name: 'one', text: 'select 1 as one' }).then(
      () => true,
      () => false,
    );
  await eventually(isUp); // the last terminated one may be the one being opened
  await wait(1000); // for backends that are about to end; forgotten connections stay
  expect(await sessions.count(name)).toBe(1);
  await pipeline.end();
  await eventually(async () => (await sessions.count(name)) === 0);
});

it('replies with 503 if nothing more can be sent, without piling up requests', async () => {
  const pipeline = new Pipeline(
    service.databaseUrl,
    { applicationName: 'full pipeline', statementTimeoutMs: 60_000 },
    () => {},
  );
  await pipeline.query({ name: 'one', text: 'select 1 as one' });
  const replies = await Promise.allSettled(
    Array.from({ length: 50_000 }, () => pipeline.query({ name: 'one', text: 'select 1 as one' })),
  );
  const rejected = replies.filter(({ status }) => status === 'rejected');
  expect(rejected).toHaveLength(45_000);
  expect(rejected[0]).toMatchObject({ reason: { code: 'overloaded', headers: { 'retry-after': '1' } } });
  await pipeline.query({ name: 'one', text: 'select 1 as one' });
  await pipeline.end();
});

it('plans generically and compiles nothing', async () => {
  const pipeline = new Pipeline(
    service.databaseUrl,
    { applicationName: 'settings of the pipeline', statementTimeoutMs: 5000 },
    () => {},
  );
  const { rows } = await pipeline.query({
    name: 'settings',
    text: `select current_setting('plan_cache_mode') as plans, current_setting('jit') as jit`,
  });
  expect(rows).toEqual([{ plans: 'force_generic_plan', jit: 'off' }]);
  await pipeline.end();
});

it('leaves no results behind for a full garbage collection', async () => {
  // The heap of this process contains objects of other tests, and would say little about a serving process.
  const program = path.join(import.meta.dirname, 'read-pages.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, service.databaseUrl]);
  expect(Number(stdout)).toBeLessThan(4 * 2 ** 20);
  expect(stdout).not.toBe('');
});

it('listens on one connection after it was terminated repeatedly', async () => {
  const notices = new Notices(service.databaseUrl, () => {});
  const name = 'quaestor notices';
  notices.subscribe('analysis_ended', () => {});
  for (let round = 0; round < 3; round += 1) {
    await eventually(async () => (await sessions.terminate(name)) > 0);
  }
  await wait(1500); // for backends that are about to end, and for the pause before a new connection
  await eventually(async () => (await sessions.count(name)) > 0);
  expect(await sessions.count(name)).toBe(1);
  await notices.close();
  await eventually(async () => (await sessions.count(name)) === 0);
});
