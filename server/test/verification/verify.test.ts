import { beforeAll, describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import type { Difference } from '../../src/store/verification/check.ts';
import { listDifferences, verifyBank } from '../../src/store/verification/verification.ts';
import { draft, startTestService } from '../harness.ts';
import { fillBank } from './bank.ts';
import { COLUMNS } from './columns.ts';
import { CORRUPTIONS } from './corruptions.ts';

const service = await startTestService();
const { db, categories } = service.deps;
const bank = () => ({ categories: categories.current, queueSchema: QUEUE_SCHEMA });
beforeAll(() => fillBank(service));

const SEQUENCES_ON = `select setval(name::regclass, 10000)
  from unnest(array['questions_position_seq', 'events_sequence_seq', 'audit_log_sequence_seq', 'categories_id_seq']) name`;

/** Returns what verify reports about a bank that was changed outside the service. The change is rolled back. */
async function differencesAfter(statement: string): Promise<Difference[]> {
  const client = await db.writes.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica'); // disables triggers and foreign keys
    const { rowCount } = await client.query(statement);
    expect(rowCount, 'rows that the statement changes').toBeGreaterThan(0);
    return await listDifferences(client, bank());
  } finally {
    await client.query('rollback');
    await client.query(SEQUENCES_ON); // a rollback does not reset a sequence
    client.release();
  }
}

async function allKinds(): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind } of verifyBank(db.reads, bank())) kinds.push(kind);
  return kinds;
}

describe('verify', () => {
  it('finds nothing in a bank that the service wrote', async () => {
    expect(await listDifferences(db.reads, bank())).toEqual([]);
  });

  it.each(CORRUPTIONS)('finds %s after %s', async (kind, statement) => {
    const found = await differencesAfter(statement);
    expect(found.map((difference) => difference.kind)).toContain(kind);
  });

  it('still finds nothing after all of this', async () => {
    expect(await listDifferences(db.reads, bank())).toEqual([]);
  });

  it('counts exactly and shows 20 rows of each kind, however many differ', async () => {
    const statement = `insert into question_features
      select (jsonb_populate_record(question_features, jsonb_build_object('position', number))).*
        from question_features, generate_series(1000001, 1000200) number
       where position = (select min(position) from question_features)`;
    const [orphans] = await differencesAfter(statement);
    expect(orphans).toMatchObject({ kind: 'question_features.orphan', count: 200 });
    expect(orphans?.examples).toHaveLength(20);
    const { rows } = await db.reads.query<{ count: string }>('select count(*) from questions');
    const [bodies] = await differencesAfter(`update questions set body = '{}'`);
    expect(bodies).toMatchObject({ kind: 'questions.body', count: Number(rows[0]?.count) });
    expect(bodies?.examples).toHaveLength(20);
  });

  it('reports no kind of difference that is not tested here', async () => {
    expect([...new Set(CORRUPTIONS.map(([kind]) => kind))].sort()).toEqual((await allKinds()).sort());
    expect(CORRUPTIONS.length).toBeGreaterThanOrEqual(32);
  });
});

/** Ten times the number of questions that verify reads at once. */
const MANY = 5000;

describe('verify of a bank of many batches', () => {
  it('compares every question and counts every one that differs', async () => {
    for (let made = 0; made < MANY; made += 1000) {
      await service.create(
        Array.from({ length: 1000 }, (_, index) => draft({ question_text: `Number ${made + index}?` })),
      );
    }
    expect(await listDifferences(db.reads, bank())).toEqual([]);
    const [bodies] = await differencesAfter(`update questions set body = '{}' where question_text like 'Number %'`);
    expect(bodies).toMatchObject({ kind: 'questions.body', count: MANY });
  });
});

describe('the list of what is truth and what is derived', () => {
  it('has exactly the columns of all tables', async () => {
    const { rows } = await db.reads.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    const listed = Object.entries(COLUMNS).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('names only kinds that verify checks', async () => {
    const kinds = new Set(await allKinds());
    const named = Object.values(COLUMNS).flatMap((columns) => Object.values(columns).flat());
    expect(named.filter((kind) => kind !== 'truth' && kind !== 'unused' && !kinds.has(kind))).toEqual([]);
  });
});
