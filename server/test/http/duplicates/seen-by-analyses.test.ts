import { describe, expect, it } from 'vitest';
import { startAnalysis } from '../../../src/store/analysis/progress.ts';
import { listDismissedAt } from '../../../src/store/duplicates/dismissals.ts';
import { draft, startTestService } from '../../harness.ts';
import { countJobs, MANY, queueRun, runToEnd, startTestWorker } from '../analysis/steps.ts';
import { createPair, createQuestions, dismiss, dismissalRequest, withdraw } from './steps.ts';

const service = await startTestService(MANY);
const idle = await startTestService(MANY); // there is no worker: runs stay in the state that the test sets
await startTestWorker(service);
const body = { analysis_type: 'coverage', filter: {} };

/** Starts a run whose snapshot is the current bank. */
async function beginRun(): Promise<string> {
  const { id } = await queueRun(idle, body);
  await startAnalysis(idle.deps.db.writes, id, idle.deps.now());
  return id;
}
const dismissedAt = (run: string) => listDismissedAt(idle.deps.db.reads, run);

describe('a running analysis', () => {
  it('sees the pairs marked at its start, in order, and none marked since', async () => {
    const [one = '', two = '', three = ''] = await createQuestions(idle, 3);
    const early = await beginRun();
    await dismiss(idle, [three, two]);
    await dismiss(idle, [one, three]);
    const between = await beginRun();
    await dismiss(idle, [two, one]);
    const late = await beginRun();
    expect(await dismissedAt(early)).toEqual([]);
    expect(await dismissedAt(between)).toEqual([
      [one, three],
      [two, three],
    ]);
    expect(await dismissedAt(late)).toEqual([
      [one, two],
      [one, three],
      [two, three],
    ]);
  });

  it('sees neither a withdrawn pair nor one that has been marked again since', async () => {
    const pair = await createPair(idle);
    const { id } = await dismiss(idle, pair);
    const marked = await beginRun();
    expect(await dismissedAt(marked)).toContainEqual(pair);
    await withdraw(idle, id);
    const withdrawn = await beginRun();
    expect(await dismissedAt(withdrawn)).not.toContainEqual(pair);
    await dismiss(idle, pair);
    expect(await dismissedAt(withdrawn)).not.toContainEqual(pair);
    expect(await dismissedAt(await beginRun())).toContainEqual(pair);
  });

  it('does not see pairs of a transaction that started before it and commits after it', async () => {
    const pair = await createPair(idle);
    const open = await idle.deps.db.writes.connect();
    await open.query('begin');
    await open.query({
      text: `insert into duplicate_dismissals (id, created_at, question_a, question_b, created_by)
             values (gen_random_uuid(), now(), $1, $2, 'somebody')`,
      values: pair,
    });
    const run = await beginRun();
    await open.query('commit');
    open.release();
    expect(await dismissedAt(run)).not.toContainEqual(pair);
    expect(await dismissedAt(await beginRun())).toContainEqual(pair);
  });
});

describe('a repeated run', () => {
  it('is computed again after a pair was marked, withdrawn or marked again, and only then', async () => {
    const pair = await createPair(service);
    let dismissal = '';
    const first = await runToEnd(service, body);
    let seen = first.snapshot_at;
    const expectRepeated = async () => {
      const run = await runToEnd(service, body);
      expect(run.snapshot_at).toBe(seen);
      expect(await countJobs(service, run.id)).toBe(0);
    };
    const expectAnew = async () => {
      const run = await runToEnd(service, body);
      expect(run.snapshot_at).not.toBe(seen);
      expect(await countJobs(service, run.id)).toBe(1);
      seen = run.snapshot_at;
    };
    await expectRepeated();
    for (const write of [
      async () => (dismissal = (await dismiss(service, pair)).id),
      async () => withdraw(service, dismissal),
      async () => (dismissal = (await dismiss(service, pair)).id),
    ]) {
      await write();
      await expectAnew();
      await expectRepeated();
    }
    expect((await service.request(dismissalRequest({ question_ids: pair }))).statusCode).toBe(200);
    await expectRepeated();
    await service.create(draft());
    await expectAnew();
  });

  it('on questions selected by id is computed again only if both of a pair are among them', async () => {
    const question_ids = await createQuestions(service, 3);
    const [one = '', two = '', three = ''] = question_ids;
    const request = { analysis_type: 'coverage', question_ids: [one, two] };
    const first = await runToEnd(service, request);
    await dismiss(service, [two, three]);
    expect((await runToEnd(service, request)).snapshot_at).toBe(first.snapshot_at);
    await dismiss(service, [one, two]);
    expect((await runToEnd(service, request)).snapshot_at).not.toBe(first.snapshot_at);
  });
});
