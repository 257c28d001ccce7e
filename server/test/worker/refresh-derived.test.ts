import { expect, it } from 'vitest';
import { FEATURES_VERSION } from '../../src/domain/questions/features.ts';
import { BODY_VERSION } from '../../src/domain/questions/question.ts';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import {
  advanceFollowing,
  FIRST_ID,
  findDerivedColumn,
  listStaleQuestions,
} from '../../src/store/questions/derived-columns.ts';
import { listDifferences } from '../../src/store/verification/verification.ts';
import { refreshDerivedColumns } from '../../src/worker/refresh-derived.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const { db, categories } = service.deps;

async function differing(): Promise<string[]> {
  const found = await listDifferences(db.reads, { categories: categories.current, queueSchema: QUEUE_SCHEMA });
  return found.map(({ kind }) => kind);
}

it('updates rows of an older version once, without changing their versions and counts', async () => {
  await service.create(Array.from({ length: 50 }, (_, index) => draft({ question_text: `Question number ${index}?` })));
  await db.writes.query(`update questions set body = '{}', body_version = 0 where position % 2 = 0`);
  await db.writes.query(`update question_features set text_hash = 0, features_version = 0 where position % 3 = 0`);
  await db.writes.query('delete from question_features where position % 7 = 0');
  await db.writes.query(`update derived_columns set version = ${BODY_VERSION} where name = 'body'`);
  await db.writes.query(`update derived_columns set version = ${FEATURES_VERSION} where name = 'features'`);
  await db.writes.query('update derived_columns set seen_transaction = pg_current_xact_id()');
  const stale = ['question_features.missing', 'questions.body_version', 'question_features.features_version'];
  expect(await differing()).toEqual(stale); // reported, because the worker would never reach them
  await db.writes.query('update derived_columns set version = 0');
  expect(await differing()).toEqual(['question_features.missing']); // the worker will reach the others

  await refreshDerivedColumns(service.deps, new AbortController().signal);

  expect(await differing()).toEqual([]);
  const { rows } = await db.reads.query('select name, version, last_id from derived_columns order by name');
  expect(rows).toEqual([
    { name: 'body', version: BODY_VERSION, last_id: FIRST_ID },
    { name: 'features', version: FEATURES_VERSION, last_id: FIRST_ID },
  ]);
  const versions = await db.reads.query('select distinct version from questions');
  expect(versions.rows).toEqual([{ version: 1 }]);
});

/** Writes like a node of the previous release, with its versions of text and features. */
const AS_BEFORE = [
  `update questions set body = '{}', body_version = 0 where question_text like $1`,
  `update question_features set text_hash = 0, features_version = 0
     where position in (select position from questions where question_text like $1)`,
];

async function countStale(): Promise<number> {
  const { rows } = await db.reads.query<{ count: number }>(
    `select count(*)::integer from questions join question_features using (position)
      where body_version < ${BODY_VERSION} or features_version < ${FEATURES_VERSION}`,
  );
  return rows[0]?.count ?? 0;
}

it('updates rows that an older node writes afterwards, even in a long transaction', async () => {
  const { signal } = new AbortController();
  await refreshDerivedColumns(service.deps, signal);
  const older = await db.writes.connect();
  await older.query('begin; select pg_current_xact_id()');
  await service.create([draft({ question_text: 'Older, quick?' }), draft({ question_text: 'Older, slow?' })]);
  for (const statement of AS_BEFORE) await db.writes.query(statement, ['Older, %']);
  await older.query(`update questions set transaction_id = pg_current_xact_id() where question_text = 'Older, slow?'`);
  expect(await differing()).toEqual([]); // verify accepts rows that will still be refreshed
  await refreshDerivedColumns(service.deps, signal);
  await older.query('commit');
  older.release();
  const refreshed = async () => {
    await refreshDerivedColumns(service.deps, signal);
    return countStale();
  };
  await expect.poll(refreshed, { timeout: 30_000 }).toBe(0); // other databases of this server have transactions, too
});

it('follows many rows of one transaction in batches, each row once', async () => {
  await db.writes.query('update derived_columns set seen_transaction = pg_current_xact_id(), seen_position = 0');
  const made = await service.create(
    Array.from({ length: 20 }, (_, index) => draft({ question_text: `Followed number ${index}?` })),
  );
  for (const statement of AS_BEFORE) await db.writes.query(statement, ['Followed %']);
  const seen: string[] = [];
  const follow = async () => {
    for (let finished = false; !finished; ) {
      const state = await findDerivedColumn(db.writes, 'features');
      const batch = await advanceFollowing(db.writes, 'features', FEATURES_VERSION, state, 7);
      expect(batch.staleIds.length).toBeLessThanOrEqual(7);
      seen.push(...batch.staleIds);
      finished = batch.finished;
    }
    return seen.length;
  };
  await expect.poll(follow, { timeout: 30_000 }).toBe(20);
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  await db.writes.query(`update derived_columns set version = 0`);
  await refreshDerivedColumns(service.deps, new AbortController().signal);
});

it('limits a batch by characters as well as by rows', async () => {
  const long = {
    accepted_answers: Array.from({ length: 20 }, () => 'word '.repeat(200).trim()),
    explanation: 'x'.repeat(4000),
  };
  await service.create(
    Array.from({ length: 250 }, (_, index) => draft({ ...long, question_text: `Long number ${index}?` })),
  );
  let [lastId, batches, longest, rows] = [FIRST_ID, 0, 0, 0];
  for (;;) {
    const batch = await listStaleQuestions(
      db.writes,
      'features',
      FEATURES_VERSION + 1,
      lastId,
      2000,
      categories.current,
    );
    if (batch.lastId === undefined) break;
    lastId = batch.lastId;
    batches += 1;
    rows += batch.questions.length;
    longest = Math.max(
      longest,
      batch.questions.reduce((sum, question) => sum + JSON.stringify(question).length, 0),
    );
  }
  expect(rows).toBe(322);
  expect(batches).toBeGreaterThan(1);
  expect(longest).toBeLessThan(1.25 * 1024 * 1024);
});

it('continues with one column if the other fails', async () => {
  await db.writes.query(`update questions set body = '{}', body_version = 0`);
  await db.writes.query('update question_features set text_hash = 0, features_version = 0');
  await db.writes.query('update derived_columns set version = 0');
  await db.writes.query(`alter table questions add constraint broken check (body = '{}') not valid`);
  await expect(refreshDerivedColumns(service.deps, new AbortController().signal)).rejects.toThrow('broken');
  const { rows } = await db.reads.query('select from question_features where text_hash = 0');
  expect(rows).toHaveLength(0);
  await db.writes.query('alter table questions drop constraint broken');
});
