import { describe, expect, it } from 'vitest';
import { findOpenShard, insertShards, startAnalysis } from '../../../src/store/analysis/progress.ts';
import { listDismissedRowsAt, listDismissedRowsIn } from '../../../src/store/dismissals/seen-by-analyses.ts';
import { startTestService } from '../../harness.ts';
import { MANY, queueRun, runToEnd, startTestWorker } from '../analysis/steps.ts';
import { createQuestion, createQuestions, dismiss, withdraw } from './steps.ts';

const service = await startTestService(MANY);
const idle = await startTestService(MANY); // there is no worker: runs stay in the state that the test sets
await startTestWorker(service);
const topics = (question_id: string) => ({ analysis_type: 'topics', question_id });

/** Starts a run of topics whose snapshot is the current bank. */
async function beginRun(): Promise<string> {
  const { id } = await queueRun(idle, { analysis_type: 'topics', filter: {} });
  await startAnalysis(idle.deps.db.writes, id, idle.deps.now());
  await insertShards(idle.deps.db.writes, id, [{ from: 0n, until: 2n ** 40n, population: 0 }]);
  return id;
}

/** Reads them in both ways. */
async function dismissedAt(run: string): Promise<string[]> {
  const all = await listDismissedRowsAt(idle.deps.db.reads, run);
  const shard = await findOpenShard(idle.deps.db.reads, run, 0);
  if (shard === undefined) throw new Error('the run has no shard');
  const inShard = await listDismissedRowsIn(idle.deps.db.reads, 'topics', shard);
  const ids = (rows: typeof all) => rows.map(({ question_id }) => question_id).toSorted();
  expect(ids(inShard)).toEqual(ids(all));
  return ids(all);
}

describe('a running analysis', () => {
  it('sees the dismissals of its type at its start, and none since', async () => {
    const [one = '', two = '', three = ''] = await createQuestions(idle, 3);
    const early = await beginRun();
    await dismiss(idle, topics(two));
    await dismiss(idle, { analysis_type: 'difficulty_check', question_id: three });
    const between = await beginRun();
    const { id } = await dismiss(idle, topics(one));
    const late = await beginRun();
    expect([await dismissedAt(early), await dismissedAt(between), await dismissedAt(late)]).toEqual([
      [],
      [two],
      [one, two],
    ]);
    await withdraw(idle, id);
    expect(await dismissedAt(await beginRun())).toEqual([two]);
  });

  it('sees only dismissals about the questions of its shard', async () => {
    const question = await createQuestion(idle);
    await dismiss(idle, topics(question));
    const shard = await findOpenShard(idle.deps.db.reads, await beginRun(), 0);
    const { rows } = await idle.deps.db.reads.query<{ position: string }>({
      text: 'select position from questions where id = $1',
      values: [question],
    });
    const position = BigInt(rows[0]?.position ?? 0);
    const found = async (from: bigint, until: bigint) => {
      const scope = { snapshot: shard?.snapshot ?? '', from: String(from), until: String(until) };
      return (await listDismissedRowsIn(idle.deps.db.reads, 'topics', scope)).map(({ question_id }) => question_id);
    };
    expect(await found(position, position + 1n)).toEqual([question]);
    expect(await found(position + 1n, position + 99n)).toEqual([]);
  });
});

describe('a repeated run', () => {
  it('is computed again after a dismissal of its type about one of its questions was added or withdrawn', async () => {
    const question_ids = await createQuestions(service, 3);
    const [one = '', two = '', three = ''] = question_ids;
    const run = async () =>
      (await runToEnd(service, { analysis_type: 'item_flaws', question_ids: [one, two] })).snapshot_at;
    let seen = await run();
    const expectAnew = async (isAnew: boolean) => {
      const now = await run();
      expect(now !== seen).toBe(isAnew);
      seen = now;
    };
    await expectAnew(false);
    await dismiss(service, topics(one));
    await expectAnew(false);
    await dismiss(service, { analysis_type: 'item_flaws', question_id: three });
    await expectAnew(false);
    const { id } = await dismiss(service, { analysis_type: 'item_flaws', question_id: two });
    await expectAnew(true);
    await expectAnew(false);
    await withdraw(service, id);
    await expectAnew(true);
  });
});
