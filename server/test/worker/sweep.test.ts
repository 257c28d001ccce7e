import { describe, expect, it } from 'vitest';
import { insertItems } from '../../src/store/analysis/items.ts';
import { insertShards } from '../../src/store/analysis/progress.ts';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { listWrongBlocks, listWrongTopics } from '../../src/store/verification/verification.ts';
import { sweeper } from '../../src/worker/sweep.ts';
import { asOperator, draft, startTestService } from '../harness.ts';
import { assign } from '../http/assignments/steps.ts';
import { plantLink, plantPerson, signIn } from '../http/people.ts';
import { runUnlimited } from './deltas.ts';

const service = await startTestService();
const { db } = service.deps;
const warnings: { task?: string }[] = [];
const logger = { warn: (line: unknown) => void warnings.push(line as { task?: string }) };
const sweep = sweeper(service.deps, logger);

async function countRows(table: string, where = 'true'): Promise<number> {
  const { rows } = await db.reads.query<{ count: string }>(`select count(*) from ${table} where ${where}`);
  return Number(rows[0]?.count);
}

/** The database's clock cannot be moved; stored data can be made older instead. */
async function age(days: number): Promise<void> {
  const columns = {
    idempotency_keys: ['created_at'],
    events: ['occurred_at'],
    draws: ['used_at'],
    questions: ['deleted_at'],
    tokens: ['revoked_at'],
    access_tokens: ['expires_at'],
    analyses: ['expires_at'],
    duplicate_dismissals: ['withdrawn_at'],
    dismissals: ['withdrawn_at'],
    daily_storage: ['day'],
  };
  for (const [table, [time]] of Object.entries(columns)) {
    const type = time === 'day' ? '::date' : '';
    await db.writes.query(`update ${table} set ${time} = (${time} - interval '${days * 24} hours')${type}`);
  }
}

it('forgets sessions and links when they end, and the names of removed people after a year', async () => {
  const own = await startTestService();
  const forget = sweeper(own.deps, logger);
  const { personId } = await signIn(own, 'viewer');
  await plantLink(own, personId);
  const gone = await plantPerson(own, 'viewer', 'Gone');
  await own.request({ method: 'DELETE', url: `/people/${gone}`, headers: asOperator });
  const kept = async () => {
    const { rows } = await own.deps.db.reads.query<{ kept: number[] }>(
      `select array[(select count(*) from sessions), (select count(*) from sign_in_links), (select count(*) from people)]::integer[] as kept`,
    );
    return rows[0]?.kept;
  };
  await forget();
  expect(await kept()).toEqual([1, 1, 2]);
  await own.deps.db.writes.query(
    `update sessions set created_at = created_at - interval '12 hours', last_used_at = last_used_at - interval '12 hours';
     update sign_in_links set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour';
     update people set removed_at = removed_at - interval '365 days'`,
  );
  await forget();
  expect(await kept()).toEqual([0, 0, 1]);
  await own.end();
});

it('forgets keys after a day, events after a week, deleted questions, idle draws and ended keys after 30 days', async () => {
  const [kept, gone] = await service.create([draft(), draft()]);
  const pair = { question_ids: [kept?.id, gone?.id] };
  await service.request({ method: 'POST', url: '/duplicates/dismissals', payload: pair });
  await service.request({ method: 'PUT', url: `/questions/${gone?.id}`, payload: { difficulty: 2 } });
  await service.request({ method: 'DELETE', url: `/questions/${gone?.id}` });
  await service.request({ method: 'POST', url: '/draws', headers: { 'idempotency-key': 'a' }, payload: {} });
  const payload = { name: 'Short', scopes: ['questions:read'] };
  const made = await service.request({ method: 'POST', url: '/tokens', headers: asOperator, payload });
  await service.request({ method: 'DELETE', url: `/tokens/${made.json<{ id: string }>().id}`, headers: asOperator });
  const counts = async () => [
    await countRows('idempotency_keys'),
    await countRows('events'),
    await countRows('questions'),
    await countRows('draws'),
    await countRows('tokens', `kind = 'api_key'`),
    await countRows('duplicate_dismissals'),
  ];

  await sweep();
  expect(await counts()).toEqual([1, 6, 2, 1, 1, 1]);
  await age(1.1);
  await sweep();
  expect(await counts()).toEqual([0, 6, 2, 1, 1, 1]);
  await age(6.9);
  await sweep();
  expect(await counts()).toEqual([0, 0, 2, 1, 1, 1]);
  await age(23);
  await sweep();
  expect(await counts()).toEqual([0, 0, 1, 0, 0, 0]);
  expect([
    await countRows('question_versions'),
    await countRows('question_features'),
    await countRows('daily_storage'),
  ]).toEqual([0, 1, 0]);
  expect(await listWrongBlocks(db.reads)).toEqual([]);
  expect((await service.request({ url: `/questions/${kept?.id}` })).statusCode).toBe(200);
});

it('forgets expired analyses with their rows, and not those that share them', async () => {
  const expire = (id: string, days: number) =>
    db.writes.query(`update analyses set expires_at = now() + $2 * interval '24 hours' where id = $1`, [id, days]);
  const run = async () => {
    const payload = { analysis_type: 'coverage', filter: {} };
    const reply = await service.request({ method: 'POST', url: '/analysis/run', payload });
    return reply.json<{ id: string }>().id;
  };
  const [first, sharing, other] = [await run(), await run(), await run()];
  await db.writes.query('update analyses set items_id = $1 where id = $2', [first, sharing]);
  const items = (count: number) =>
    Array.from({ length: count }, (_, shard) => ({
      rank: 0,
      shard,
      question_ids: [null],
      versions: [null],
      bodies: ['{}'],
    }));
  await insertItems(db.writes, first, items(1));
  await insertItems(db.writes, other, items(250)); // more than are removed at once
  await insertShards(db.writes, first, [{ from: 0n, until: 1n, population: 0 }]);
  await expire(first, 1);
  await expire(other, 2);
  await expire(sharing, 3);
  const counts = async () => [
    await countRows('analyses'),
    await countRows('analysis_items'),
    await countRows('analysis_shards'),
  ];

  await sweep();
  expect(await counts()).toEqual([3, 251, 1]);
  for (const expected of [
    [2, 251, 0],
    [1, 1, 0],
    [0, 0, 0],
  ]) {
    await age(1.05);
    await sweep();
    expect(await counts()).toEqual(expected);
  }
});

it('forgets assignments 90 days after they were done, and no others', async () => {
  const person = await plantPerson(service, 'editor');
  const [done, open] = await service.create([draft(), draft()]);
  for (const question of [done, open])
    await assign(service, { analysis_type: 'topics', question_id: question?.id, person });
  const after = async (days: number) => {
    await db.writes.query({
      text: `update assignments set done_at = now() - $2 * interval '1 day' where question_id = $1`,
      values: [done?.id, days],
    });
    await sweep();
    return countRows('assignments');
  };
  expect([await after(89), await after(91)]).toEqual([2, 1]);
  await db.writes.query('delete from assignments');
});

it('forgets dismissals a day after their question changed, withdrawn ones after the analyses, and no others', async () => {
  const made = await service.create([draft(), draft(), draft(), draft()]);
  const [kept = '', changed = '', withdrawn = '', purged = ''] = made.map(({ id }) => id);
  const dismissals = new Map<string, string>();
  for (const question_id of [kept, changed, withdrawn, purged]) {
    const payload = { analysis_type: 'topics', question_id };
    const reply = await service.request({ method: 'POST', url: '/dismissals', payload });
    dismissals.set(question_id, reply.json<{ id: string }>().id);
  }
  const left = async () => {
    const { rows } = await db.reads.query<{ question_id: string }>('select question_id from dismissals order by id');
    return rows.map(({ question_id }) => question_id);
  };
  await service.request({ method: 'PUT', url: `/questions/${changed}`, payload: { difficulty: 2 } });
  await service.request({ method: 'DELETE', url: `/questions/${purged}` });
  await service.request({ method: 'DELETE', url: `/dismissals/${dismissals.get(withdrawn)}` });
  await sweep();
  expect(await left()).toEqual([kept, changed, withdrawn, purged]);
  await db.writes.query(`update questions set updated_at = updated_at - interval '25 hours' where id = $1`, [changed]);
  await sweep();
  expect(await left()).toEqual([kept, withdrawn, purged]);
  await age(30.5);
  await sweep();
  expect(await left()).toEqual([kept, withdrawn]);
  await age(1);
  await sweep();
  expect(await left()).toEqual([kept]);
});

it('forgets unused topics, and no others', async () => {
  const [left, kept] = await service.create([draft({ topic_focus: 'Left' }), draft({ topic_focus: 'Kept' })]);
  await foldQuestionCounts(db.writes);
  await service.request({ method: 'PUT', url: `/questions/${left?.id}`, payload: { topic_focus: 'Unfolded' } });
  await sweep();
  expect(await countRows('question_topics', `topic_focus in ('Left', 'Kept')`)).toBe(2);
  await foldQuestionCounts(db.writes);
  await sweep();
  expect(await countRows('question_topics', `topic_focus = 'Left'`)).toBe(0);
  expect(await countRows('question_topics', `topic_focus in ('Kept', 'Unfolded')`)).toBe(2);
  expect(await listWrongTopics(db.reads)).toEqual([]);
  for (const question of [left, kept]) await service.request({ method: 'DELETE', url: `/questions/${question?.id}` });
});

it('forgets categories and merges that ended 60 days ago, and no others', async () => {
  await db.writes.query(
    `insert into categories (name, ended_at)
     values ('Long gone', now() - interval '61 days'), ('Just gone', now() - interval '59 days')`,
  );
  await db.writes.query(
    `insert into category_merges (id, created_at, completed_at, total, completed, from_id, into_id, status, created_by)
     select gen_random_uuid(), ended_at, ended_at, 1, 1, id, 1, 'succeeded', 'operator' from categories where ended_at is not null`,
  );
  await sweep();
  const { rows } = await db.reads.query(`select name from categories where ended_at is not null`);
  expect(rows).toEqual([{ name: 'Just gone' }]);
  expect([await countRows('category_merges'), await countRows('categories', 'ended_at is null')]).toEqual([1, 6]);
});

describe('the audit log', () => {
  const actor = 'token:old';
  const write = (days: number, count = 1) =>
    runUnlimited(
      service,
      `insert into audit_log (occurred_at, action, actor, address, request_id, details)
       select now() - interval '${days} days', 'token.created', '${actor}', '', '', '{}' from generate_series(1, ${count})`,
    );

  it('loses its entries after AUDIT_DAYS, and none before', async () => {
    await write(366, 3);
    await write(364);
    await sweep();
    expect(await countRows('audit_log', `actor = '${actor}'`)).toBe(1);
  });

  it('prevents other deletions, and any deletion within 30 days', async () => {
    await write(366);
    await write(29);
    await expect(db.writes.query('delete from audit_log')).rejects.toThrow('append-only');
    const prune = `begin; set local quaestor.prune_audit_log = 'on'; delete from audit_log where occurred_at > now() - interval '30 days'; commit`;
    await expect(runUnlimited(service, prune)).rejects.toThrow('append-only');
  });
});

describe('a turn', () => {
  const expired = (count: number) =>
    runUnlimited(
      service,
      `insert into events (occurred_at, resource_id, version, type, changed, actor)
       select now() - interval '8 days', gen_random_uuid(), 1, 'question.created', '{}', 'test' from generate_series(1, ${count})`,
    );

  it('takes at most its time, and leaves the rest to the next', async () => {
    await expired(12_000);
    const oneBatch = sweeper(service.deps, logger, 0);
    await oneBatch();
    expect(await countRows('events', `actor = 'test'`)).toBe(7000);
    await oneBatch();
    await oneBatch();
    expect(await countRows('events', `actor = 'test'`)).toBe(0);
  });

  it('continues with the other steps if one fails, and reports which', async () => {
    await expired(10);
    await service.request({ method: 'POST', url: '/draws', headers: { 'idempotency-key': 'b' }, payload: {} });
    await age(2);
    await runUnlimited(
      service,
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger fail before delete on idempotency_keys for each statement execute function fail()`,
    );
    warnings.length = 0;
    await sweep();
    expect(await countRows('events', `actor = 'test'`)).toBe(0);
    expect(warnings.map(({ task }) => task)).toEqual(['sweep idempotency keys']);
    await runUnlimited(service, 'drop trigger fail on idempotency_keys');
    await sweep();
    expect(await countRows('idempotency_keys')).toBe(0);
  });

  it('uses smaller batches if the database is too slow for a whole one', async () => {
    const slow = await startTestService({ WRITE_TIMEOUT_MS: '300' });
    await runUnlimited(
      slow,
      `insert into events (occurred_at, resource_id, version, type, changed, actor)
       select now() - interval '8 days', gen_random_uuid(), 1, 'question.created', '{}', 'test' from generate_series(1, 2000);
       create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.0005); return old; end $$;
       create trigger dawdle before delete on events for each row execute function dawdle()`,
    );
    const turn = sweeper(slow.deps, logger, 20_000);
    await turn();
    const { rows } = await slow.deps.db.reads.query('select from events');
    expect(rows).toHaveLength(0);
  });
});
