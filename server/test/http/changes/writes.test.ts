import { beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../../src/queue/queues.ts';
import { listDifferences } from '../../../src/store/verification/verification.ts';
import { draft, startTestService } from '../../harness.ts';
import { addCategory, removeCategory, runMerges } from '../categories/steps.ts';

const service = await startTestService();
const { db, categories } = service.deps;

interface ChangeRow {
  id: string;
  kind: string;
  actor: string;
  count: number;
  question_ids: string[] | null;
  versions: number[] | null;
}

async function changeRow(id: unknown): Promise<ChangeRow | undefined> {
  const { rows } = await db.reads.query<ChangeRow>('select * from changes where id = $1', [id]);
  return rows[0];
}

async function countChanges(): Promise<number> {
  const { rows } = await db.reads.query<{ count: number }>('select count(*)::integer as count from changes');
  return rows[0]?.count ?? 0;
}

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
  service.request({ method, url, headers, ...(payload && { payload }) });

let id = '';
beforeAll(async () => {
  id = (await service.create(draft()))[0]?.id ?? '';
});

describe('Change-Id', () => {
  it('identifies the change of each single write, with its only member', async () => {
    const created = await send('POST', '/questions', draft());
    const { id: own } = created.json<{ id: string }>();
    const steps = [
      ['create', created, 1],
      ['update', await send('PUT', `/questions/${own}`, { difficulty: 2 }), 2],
      ['delete', await send('DELETE', `/questions/${own}`), 3],
      ['restore', await send('POST', `/questions/${own}/restore`), 4],
      ['create', await send('PUT', '/questions/by-external-id/one', draft()), 1],
      ['update', await send('PUT', '/questions/by-external-id/one', draft({ difficulty: 1 })), 2],
      ['create', await send('POST', '/questions', draft({ external_id: 'two' })), 1],
      ['update', await send('POST', '/questions?on_conflict=update', draft({ external_id: 'two', difficulty: 1 })), 2],
      ['create', await send('POST', '/questions', draft(), { 'idempotency-key': 'k' }), 1],
    ] as const;
    for (const [kind, reply, version] of steps) {
      const row = await changeRow(reply.headers['change-id']);
      expect(row).toMatchObject({ kind, actor: 'anonymous', count: 1, versions: [version] });
    }
  });

  it('is the same in the reply to a repeated request', async () => {
    const post = () => send('POST', '/questions', [draft(), draft()], { 'idempotency-key': 'array' });
    const [first, again] = [await post(), await post()];
    expect(first.headers['change-id']).toBeDefined();
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'change-id': first.headers['change-id'] });
  });

  it('identifies one change for all elements of an array, created or updated', async () => {
    const drafts = ['a', 'b', 'c'].map((external_id) => draft({ external_id }));
    const first = await send('POST', '/questions', drafts.slice(0, 2));
    expect(await changeRow(first.headers['change-id'])).toMatchObject({ kind: 'array', count: 2, versions: [1, 1] });
    const changed = drafts.map((one) => ({ ...one, difficulty: 2 }));
    const second = await send('POST', '/questions?on_conflict=update', changed);
    const row = await changeRow(second.headers['change-id']);
    expect(row).toMatchObject({ kind: 'array', count: 3 });
    expect([...(row?.versions ?? [])].sort()).toEqual([1, 2, 2]);
    const lenient = await send('POST', '/questions', [draft(), { nonsense: 1 }, draft()], {
      prefer: 'handling=lenient',
    });
    expect(await changeRow(lenient.headers['change-id'])).toMatchObject({ kind: 'array', count: 2 });
  });

  it('is absent if nothing was written, and no change is recorded', async () => {
    const before = await countChanges();
    const drafts = ['a', 'b'].map((external_id) => draft({ external_id }));
    const replies = [
      await send('PUT', `/questions/${id}`, { difficulty: 0 }),
      await send('POST', '/questions?on_conflict=skip', drafts),
      await send('POST', '/questions', [{ nonsense: 1 }, { nonsense: 2 }], { prefer: 'handling=lenient' }),
      await send('POST', '/questions', [draft(), { nonsense: 1 }]),
      await send('DELETE', '/questions/019d8a33-a6f0-7000-8000-000000000001'),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 207, 400, 404]);
    for (const { headers } of replies) expect(headers).not.toHaveProperty('change-id');
    expect(await countChanges()).toBe(before);
  });
});

describe('the change of a category merge', () => {
  it('has the id of the merge and lists all questions that it moved', async () => {
    await addCategory(service, 'Leaving');
    const made = await service.create([draft({ category: 'Leaving' }), draft({ category: 'Leaving' })]);
    const { id: mergeId } = (await removeCategory(service, 'Leaving', { merge_into: 'Science' })).json<{
      id: string;
    }>();
    await runMerges(service);
    expect(await changeRow(mergeId)).toMatchObject({ kind: 'category_merge', count: 2, status: 'succeeded' });
    const { rows } = await db.reads.query('select id from questions where change_id = $1', [mergeId]);
    expect(rows.map((row: { id: string }) => row.id).sort()).toEqual(made.map((one) => one.id).sort());
  });
});

describe('versions and events', () => {
  it('name the changes that created them', async () => {
    const [created] = await service.create(draft());
    const updated = await send('PUT', `/questions/${created?.id}`, { difficulty: 2 });
    const { data } = (await service.request({ method: 'GET', url: `/questions/${created?.id}/versions` })).json<{
      data: { version: number; change_id: string }[];
    }>();
    expect(data[0]).toMatchObject({ version: 2, change_id: updated.headers['change-id'] });
    expect(await changeRow(data[1]?.change_id)).toMatchObject({ kind: 'create', question_ids: [created?.id] });
    const { rows } = await db.reads.query(
      `select change_id from events where resource_id = $1 and type = 'question.updated'`,
      [created?.id],
    );
    expect(rows).toEqual([{ change_id: updated.headers['change-id'] }]);
  });

  it('name no change if a node of the previous release, which recorded none, wrote them', async () => {
    const [made] = await service.create(draft());
    // The row that the statement of the previous release writes.
    await db.writes.query(
      `with superseded as (
         insert into question_versions (question_id, version, changed_at, deleted_at, changed_by, body, body_version, transaction_id)
         select id, version, updated_at, deleted_at, updated_by, body, body_version, transaction_id from questions where id = $1)
       update questions set version = 2, transaction_id = pg_current_xact_id() where id = $1`,
      [made?.id],
    );
    await send('PUT', `/questions/${made?.id}`, { difficulty: 2 });
    const { data } = (await service.request({ method: 'GET', url: `/questions/${made?.id}/versions` })).json<{
      data: { version: number; change_id: string | null }[];
    }>();
    expect(data.map(({ change_id }) => change_id === null)).toEqual([false, true, true]);
    await db.writes.query('delete from questions where id = $1', [made?.id]);
    await db.writes.query('delete from question_versions where question_id = $1', [made?.id]);
    await db.writes.query('delete from events where resource_id = $1', [made?.id]);
    await db.writes.query('delete from question_features where position not in (select position from questions)');
  });

  it('agree with all changes', async () => {
    const bank = { categories: categories.current, queueSchema: QUEUE_SCHEMA };
    const found = await listDifferences(db.reads, bank);
    expect(found.map(({ kind }) => kind).filter((kind) => /change/u.test(kind))).toEqual([]);
  });
});
