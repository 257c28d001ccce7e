import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobRecord } from '../../src/domain/jobs.ts';
import { startConsumer } from '../../src/queue/consumer.ts';
import { installQueues } from '../../src/queue/install.ts';
import { createJobQueue, type Recorded } from '../../src/queue/queue.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { advanceJob, findJob, startJob } from '../../src/store/jobs.ts';
import { startTestService, type TestService } from '../harness.ts';
import { type Toy, toy } from './toy-job.ts';

vi.setConfig({ testTimeout: 300_000 });

let service: TestService;
let queue: ReturnType<typeof createJobQueue<Record<string, Recorded<Toy>>>>;

beforeAll(async () => {
  service = await startTestService();
  await installQueues(service.databaseUrl, [toy(), toy('other')]);
  await service.deps.db.writes.query('create table toy_steps (job uuid, step integer, primary key (job, step))');
  queue = createJobQueue(service.deps.db.reads, () => {});
});

const workers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

async function startWorker(kinds = [toy()]): Promise<{ stop(): Promise<void> }> {
  const { deps } = service;
  const worker = await startConsumer({ ...deps, queue: createJobQueue(deps.db.reads, () => {}) }, kinds, {
    warn: () => {},
  });
  workers.push(worker);
  return worker;
}

async function submit(data: Toy, { kind = 'toy', owner = 'one' } = {}): Promise<string> {
  const { db, newId, now } = service.deps;
  const id = newId();
  await inTransaction(db.writes, (tx) => queue.submit(tx, kind, { id, owner, now: now(), data }));
  return id;
}

async function find(id: string): Promise<JobRecord> {
  const record = await findJob(service.deps.db.reads, id);
  if (record === undefined) throw new Error('expected a record');
  return record;
}

const until = (id: string, isSo: (record: JobRecord) => boolean) =>
  vi.waitFor(
    async () => {
      const record = await find(id);
      if (!isSo(record)) throw new Error(`still ${JSON.stringify(record)}`);
      return record;
    },
    { timeout: 90_000, interval: 50 },
  );
const ended = (id: string) => until(id, ({ completed_at }) => completed_at !== null);
const cancel = (id: string) => inTransaction(service.deps.db.writes, (tx) => queue.cancel(tx, id, service.deps.now()));

async function countSteps(id: string): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: number }>({
    text: 'select count(*)::integer as count from toy_steps where job = $1',
    values: [id],
  });
  return rows[0]?.count ?? 0;
}

describe('a kind of job defined in one file', () => {
  it('reports its progress and its end', async () => {
    const id = await submit({ steps: 10, stepMs: 100 });
    expect(await find(id)).toMatchObject({ status: 'queued', completed: 0, total: null, owner: 'one', kind: 'toy' });
    await startWorker();
    expect(await until(id, ({ completed }) => completed > 2)).toMatchObject({ status: 'running', total: 10 });
    expect(await ended(id)).toMatchObject({ status: 'succeeded', completed: 10, total: 10, error: null });
    expect(await countSteps(id)).toBe(10);
  });

  it('is retried from the step that failed', async () => {
    await startWorker();
    const id = await submit({ steps: 4, failures: 2 });
    expect(await ended(id)).toMatchObject({ status: 'succeeded', completed: 4, error: null });
  });

  it('fails with its reason after too many attempts', async () => {
    await startWorker();
    const id = await submit({ steps: 9, failures: 9 });
    const detail = 'Attempt 3 broke.';
    expect(await ended(id)).toMatchObject({ status: 'failed', completed: 3, error: { code: 'job_failed', detail } });
  });

  it('fails at once if a retry would not help', async () => {
    await startWorker();
    const id = await submit({ steps: 1, failsPermanently: true });
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { detail: 'This will never work.' } });
    const { rows } = await service.deps.db.reads.query({
      text: 'select attempt from jobs where id = $1',
      values: [id],
    });
    expect(rows).toEqual([{ attempt: 1 }]);
  });

  it('can be canceled while running, and while waiting', async () => {
    const [under, waiting] = [await submit({ steps: 3000, stepMs: 20 }), await submit({ steps: 1 })];
    await startWorker();
    await until(under, ({ completed }) => completed > 0);
    await cancel(waiting);
    expect(await cancel(under)).toMatchObject({ status: 'canceled' });
    const after = await submit({ steps: 1 });
    await ended(after); // in the only slot, which was free
    expect(await countSteps(waiting)).toBe(0);
    const { completed } = await find(under);
    expect(completed).toBeLessThan(3000);
    expect(await countSteps(under)).toBe(completed);
    expect(await cancel(under)).toBeUndefined();
  });

  it('continues elsewhere after kill -9 of its worker, and does nothing twice', { tags: ['heavy'] }, async () => {
    const id = await submit({ steps: 200, stepMs: 30 });
    const file = fileURLToPath(new URL('./toy-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [file, service.databaseUrl], { stdio: 'ignore' });
    await until(id, ({ completed }) => completed > 5);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { completed } = await find(id);
    expect(completed).toBeLessThan(200);
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'succeeded', completed: 200 });
    expect(await countSteps(id)).toBe(200);
  });

  it('fails if every worker that took it was lost', async () => {
    const id = await submit({ steps: 1 });
    await service.deps.db.writes.query('delete from pgboss.job');
    await inTransaction(service.deps.db.writes, (tx) =>
      queue.enqueue(tx, 'toy.dead', [{ data: { id, data: { steps: 1 } } }]),
    );
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'failed', error: { code: 'worker_lost' } });
  });

  it('is handed over by a stopping worker, more often than it may fail', { tags: ['heavy'] }, async () => {
    const id = await submit({ steps: 300, stepMs: 20 });
    for (let stop = 1; stop <= 4; stop += 1) {
      const worker = await startWorker();
      await until(id, ({ completed }) => completed >= 10 * stop);
      await worker.stop();
    }
    expect((await find(id)).status).toBe('running');
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'succeeded', completed: 300 });
    expect(await countSteps(id)).toBe(300);
  });

  it('is abandoned by a worker that was presumed dead once another one has taken it', async () => {
    const id = await submit({ steps: 3000, stepMs: 20 });
    await startWorker();
    await until(id, ({ completed }) => completed > 0);
    await startJob(service.deps.db.writes, id, new Date());
    await ended(await submit({ steps: 1 })); // in the only slot, because the worker has abandoned the other job
    expect((await find(id)).status).toBe('running');
    await cancel(id);
  });
});

describe('a job whose workers are lost', () => {
  /** A worker takes the job, reaches the given step, and dies. */
  async function lose(id: string, completed?: number, withWork = true): Promise<void> {
    const { writes } = service.deps.db;
    const record = await startJob(writes, id, new Date());
    if (record === undefined) throw new Error('expected an unfinished job');
    if (completed !== undefined) await advanceJob(writes, record, { completed, total: 9, withWork });
  }
  const LOST = {
    status: 'failed',
    error: { code: 'worker_lost', detail: expect.stringContaining('2 worker processes') },
  };

  it('fails when it is taken a third time without progress', async () => {
    const id = await submit({ steps: 1 });
    await lose(id);
    await lose(id);
    await startWorker();
    expect(await ended(id)).toMatchObject({ ...LOST, completed: 0 });
    expect(await countSteps(id)).toBe(0);
  });

  it('may be lost once after each step of progress', async () => {
    const id = await submit({ steps: 9 });
    for (let completed = 1; completed <= 6; completed += 1) {
      await lose(id);
      await lose(id, completed);
    }
    await lose(id);
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'succeeded', completed: 9 });
    expect(await countSteps(id)).toBe(3);
  });

  it('fails if nothing was stored and no attempt got further than an earlier one', async () => {
    const id = await submit({ steps: 9 });
    await lose(id, 5, false);
    await lose(id, 4, false);
    await lose(id, 5, false);
    await startWorker();
    expect(await ended(id)).toMatchObject({ ...LOST, completed: 5 });
  });

  it('continues if two attempts stored nothing, but the second got further', async () => {
    const id = await submit({ steps: 9 });
    await lose(id, 5, false);
    await lose(id, 6, false);
    await lose(id);
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is not a job whose attempts fail', async () => {
    await startWorker();
    expect(await ended(await submit({ steps: 1, earlyFailures: 2 }))).toMatchObject({ status: 'succeeded' });
  });

  /** Handles a job as the consumer does, without the queue. */
  const take = (id: string, data: Toy, signals: { signal: AbortSignal; stopping: AbortSignal }) => {
    const deps = { ...service.deps, queue: createJobQueue<Record<string, object>>(service.deps.db.reads, () => {}) };
    const job = { data: { id, data }, triedHere: false, ...signals };
    const [step] = Object.values(toy().steps);
    return step?.handle(job, { deps, resources: undefined });
  };

  it('is not a job handed over by stopping workers', async () => {
    const id = await submit({ steps: 1 });
    for (let stop = 1; stop <= 3; stop += 1)
      await take(id, { steps: 1 }, { signal: new AbortController().signal, stopping: AbortSignal.abort() });
    await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is not a job cut off by stopping workers', async () => {
    const data = { steps: 1, stuck: true };
    const id = await submit(data);
    const losses = async () => {
      const text = 'select losses from jobs where id = $1';
      const { rows } = await service.deps.db.reads.query<{ losses: number }>({ text, values: [id] });
      return rows[0]?.losses;
    };
    const [canceled, stopping] = [new AbortController(), new AbortController()];
    const taken = take(id, data, { signal: canceled.signal, stopping: stopping.signal });
    await vi.waitFor(async () => expect(await losses()).toBe(1));
    stopping.abort();
    await vi.waitFor(async () => expect(await losses()).toBe(0));
    canceled.abort();
    await expect(taken).rejects.toThrow('aborted');
    await cancel(id);
  });
});

describe('while all slots of one kind are taken', () => {
  it('jobs of another kind use their own slots', async () => {
    const long = await submit({ steps: 3000, stepMs: 20 });
    await startWorker([toy(), toy('other')]);
    await until(long, ({ completed }) => completed > 0);
    const next = await submit({ steps: 1 });
    await ended(await submit({ steps: 1 }, { kind: 'other' }));
    expect((await find(next)).status).toBe('queued');
    await cancel(long);
    await ended(next);
  });
});

describe('while one owner has many jobs', () => {
  it('a job of another owner is next', async () => {
    const many = [];
    for (let index = 0; index < 10; index += 1) many.push(await submit({ steps: 1 }));
    const single = await submit({ steps: 1 }, { owner: 'two' });
    await startWorker();
    await Promise.all([...many, single].map(ended));
    const { rows } = await service.deps.db.reads.query<{ id: string }>({
      text: 'select id from jobs where id = any($1) order by started_at, turn',
      values: [[...many, single]],
    });
    expect(rows.findIndex(({ id }) => id === single)).toBeLessThanOrEqual(1);
  });

  it('that owner gets only one of two slots', async () => {
    const [first, second] = [await submit({ steps: 3000, stepMs: 20 }), await submit({ steps: 1 })];
    await startWorker([toy('toy', 2)]);
    await until(first, ({ completed }) => completed > 0);
    await ended(await submit({ steps: 1 }, { owner: 'two' }));
    expect((await find(second)).status).toBe('queued');
    await cancel(first);
    await ended(second);
  });
});
