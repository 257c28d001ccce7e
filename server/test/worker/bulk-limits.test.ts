import { expect, it } from 'vitest';
import { addBulkCounts, findBulkChange, insertBulkChange, MAX_SKIPS } from '../../src/store/bulk/bulk-changes.ts';
import { insertBulkMembers, listBulkMembersForUpdate } from '../../src/store/bulk/members.ts';
import { inTransaction } from '../../src/store/database/database.ts';
import { deletePurgeableQuestions } from '../../src/store/questions/purge.ts';
import { sweeper } from '../../src/worker/sweep.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { insertBulkRows } from '../bulk-rows.ts';
import { startTestService, type TestService } from '../harness.ts';
import { countRows } from '../http/analysis/steps.ts';
import { idsOf, numbered, runBulk } from '../http/questions/bulk-steps.ts';

const service = await startTestService();
const { db } = service.deps;
const OWNER = 'test';

async function plantBulk({ deps }: TestService, matched: number): Promise<string> {
  const id = deps.newId();
  const change = `insert into changes (id, kind, actor, count) values ($1, 'bulk', $2, 0)`;
  await deps.db.writes.query({ text: change, values: [id, OWNER] });
  const request = { filter: {}, work: { delete: true as const }, matched };
  await insertBulkChange(deps.db.writes, { id, created_at: deps.now(), owner: OWNER, actor: OWNER, ...request });
  return id;
}

it('counts all skipped questions, and names the first 1,000', async () => {
  const left = (count: number) =>
    Array.from({ length: count }, () => ({ question_id: service.deps.newId(), reason: 'deleted' as const }));
  const batches = [left(600), left(10 * MAX_SKIPS), left(5)];
  const id = await plantBulk(service, 20_000);
  for (const skips of batches) await addBulkCounts(db.writes, id, { changed: 1, unchanged: 2, skips });
  const found = await findBulkChange(db.reads, id);
  expect(found).toMatchObject({ changed: 3, unchanged: 6, skipped: 10_605, completed: 10_614 });
  expect(found?.skips).toEqual(batches.flat().slice(0, MAX_SKIPS));
});

it('processes 1,000 questions per transaction, or a megabyte of their JSON', { timeout: 60_000 }, async () => {
  const bank = await startTestService();
  const { writes } = bank.deps.db;
  const taken = async (done: number) => {
    const id = await plantBulk(bank, 0);
    await insertBulkMembers(writes, id, {}, bank.deps.categories.current);
    return inTransaction(writes, async (tx) => (await listBulkMembersForUpdate(tx, id, done, 10_000)).length);
  };
  await insertBulkRows(writes, { count: 2500, bodyBytes: 10 });
  expect([await taken(0), await taken(900), await taken(2000)]).toEqual([1000, 100, 500]);
  await writes.query({
    text: `update questions set body = rpad(body, 100000) where position <= (select min(position) + 20 from questions)`,
  });
  expect(await taken(0)).toBe(11);
  await bank.end();
});

it('deletes members when a bulk change ends, and the change with its history, or after 30 days if it changed nothing', {
  timeout: 60_000,
}, async () => {
  await startTestWorker(service);
  const ids = idsOf(await service.create(numbered(3)));
  const all = { filter: { ids }, expected_count: 3 };
  const { id: changed } = await runBulk(service, { ...all, set: { difficulty: 2 } });
  const { id: unchanged } = await runBulk(service, { ...all, set: { difficulty: 2 } });
  const { id: young } = await runBulk(service, { ...all, set: { difficulty: 2 } });
  expect(await countRows(service, 'bulk_members')).toBe(0);
  const kept = async () => {
    const { rows } = await db.reads.query<{ id: string }>({
      text: `select id from bulk_changes join changes using (id) where owner <> $1 order by id`,
      values: [OWNER],
    });
    return rows.map(({ id }) => id);
  };
  const sweep = sweeper(service.deps, { warn: () => {} });
  await db.writes.query({
    text: `update bulk_changes set created_at = created_at - interval '31 days' where id <> $1`,
    values: [young],
  });
  await sweep();
  expect(await kept()).toEqual([changed, unchanged, young]); // their jobs exist
  await db.writes.query({ text: 'delete from jobs' });
  await sweep();
  expect(await kept()).toEqual([changed, young]);

  await runBulk(service, { ...all, delete: true });
  await deletePurgeableQuestions(db.writes, new Date(Date.now() + 1000), 100);
  await sweep();
  await sweep();
  expect(await kept()).toEqual([young]);
});

it('forgets a merge with the question that was merged', async () => {
  const [kept, other] = idsOf(await service.create(numbered(2)));
  const merged = await service.request({
    method: 'POST',
    url: `/questions/${kept}/merge`,
    payload: { other, take: [] },
  });
  expect(merged.statusCode, merged.body).toBe(200);
  expect(await countRows(service, 'question_merges')).toBe(1);
  await deletePurgeableQuestions(db.writes, new Date(Date.now() + 1000), 100);
  expect(await countRows(service, 'question_merges')).toBe(0);
});
