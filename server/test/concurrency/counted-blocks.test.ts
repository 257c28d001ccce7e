import { describe, expect, it } from 'vitest';
import { QUEUE_SCHEMA } from '../../src/queue/queues.ts';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { listDifferences, listWrongBlocks } from '../../src/store/verification/verification.ts';
import { draft, type StoredQuestion, startTestService } from '../harness.ts';
import { pick, seededRandom } from '../random.ts';

const SEED = 20261115;
const WRITERS = 8;
const ROUNDS = 60;
const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];
const STATUSES = ['ready', 'ready', 'ready', 'draft', 'archived'];
const TOPICS = ['Rivers', 'Poetry', null];
const TAGS = [[], ['sea'], ['sea', 'north'], ['north', 'north']];

const service = await startTestService({ DATABASE_POOL_SIZE: '10' });
const { db } = service.deps;

function someDraft(random: () => number): object {
  return draft({
    category: pick(random, CATEGORIES),
    difficulty: Math.floor(random() * 3),
    status: pick(random, STATUSES),
    topic_focus: pick(random, TOPICS),
    tags: pick(random, TAGS),
  });
}

let leap = Promise.resolve();

/**
 * Spreads a few thousand questions over many blocks. The jumps are made one at a time: of two jumps from the same
 * place, the later one would set the sequence back, below positions assigned in between.
 */
function leapAhead(): Promise<void> {
  leap = leap.then(async () => {
    await db.writes.query(
      `select setval(pg_get_serial_sequence('questions', 'position'), nextval(pg_get_serial_sequence('questions', 'position')) + 40000)`,
    );
  });
  return leap;
}

/** Acts as one client, which creates many questions, and changes, deletes and restores them in random order. */
async function write(writer: number): Promise<void> {
  const random = seededRandom(SEED + writer);
  const mine: StoredQuestion[] = [];
  const deleted: StoredQuestion[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const dice = random();
    if (dice < 0.5 || mine.length === 0) {
      mine.push(
        ...(await service.create(Array.from({ length: 1 + Math.floor(random() * 20) }, () => someDraft(random)))),
      );
    } else if (dice < 0.75) {
      const target = pick(random, mine);
      const reply = await service.request({
        method: 'PUT',
        url: `/questions/${target.id}`,
        payload: someDraft(random),
      });
      expect(reply.statusCode).toBe(200);
    } else if (dice < 0.9 || deleted.length === 0) {
      const [target] = mine.splice(Math.floor(random() * mine.length), 1);
      if (target === undefined) continue;
      const reply = await service.request({ method: 'DELETE', url: `/questions/${target.id}` });
      expect(reply.statusCode).toBe(200);
      deleted.push(target);
    } else {
      const [target] = deleted.splice(0, 1);
      if (target === undefined) continue;
      const reply = await service.request({ method: 'POST', url: `/questions/${target.id}/restore` });
      expect(reply.statusCode).toBe(200);
      mine.push(target);
    }
    if (round % 7 === writer % 7) await foldQuestionCounts(db.writes);
    if (round % 10 === 0) await leapAhead();
  }
}

describe('after random writes from 8 connections with folding in between', async () => {
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const { rows } = await db.reads.query<{
    id: string;
    status: string;
    category: string;
    difficulty: number;
    position: string;
  }>(
    `select q.id, q.status, c.name as category, q.difficulty, q.position
       from questions q join categories c on c.id = q.category_id
      where q.deleted_at is null order by q.position`,
  );

  it('has spread the bank over several blocks', () => {
    const blocks = new Set(rows.map((row) => BigInt(row.position) >> 16n));
    expect(rows.length).toBeGreaterThan(2000);
    expect(blocks.size).toBeGreaterThan(5);
  });

  it('keeps all derived data equal to their source', async () => {
    const categories = service.deps.categories.current;
    expect(await listDifferences(db.reads, { categories, queueSchema: QUEUE_SCHEMA })).toEqual([]);
  });

  const filters = [
    {},
    ...CATEGORIES.map((category) => ({ category: [category] })),
    ...[0, 1, 2].map((difficulty) => ({ difficulty: [difficulty] })),
    { category: ['Science'], difficulty: [1] },
    { category: ['Science', 'Geography'], difficulty: [0, 2] },
    { status: ['draft'] },
    { status: ['draft', 'ready', 'archived'] },
    { status: ['archived', 'ready'], category: ['Literature'] },
  ];

  it.each(filters)(
    'gives exact totals and the same pages as plain OFFSET for %j',
    async (filter: Record<string, unknown[]>) => {
      const query = new URLSearchParams(
        Object.entries(filter).flatMap(([key, values]) =>
          values.map((value): [string, string] => [key, String(value)]),
        ),
      );
      const wanted = rows.filter(
        (row) =>
          (filter['status'] ?? ['ready']).includes(row.status) &&
          (filter['category'] ?? CATEGORIES).includes(row.category) &&
          (filter['difficulty'] ?? [0, 1, 2]).includes(row.difficulty),
      );
      const orders: [string, typeof rows][] = [
        ['created_at', wanted],
        ['-created_at', [...wanted].reverse()],
        ['difficulty', [...wanted].sort((a, b) => a.difficulty - b.difficulty)],
        ['-difficulty', [...wanted].sort((a, b) => a.difficulty - b.difficulty).reverse()],
        ['category', [...wanted].sort((a, b) => (a.category < b.category ? -1 : a.category > b.category ? 1 : 0))],
      ];
      for (const [sort, expected] of orders) {
        for (const offset of [
          0,
          1,
          20,
          500,
          999,
          1000,
          1001,
          1500,
          2500,
          expected.length - 3,
          expected.length,
          expected.length + 5,
        ]) {
          if (offset < 0) continue;
          const reply = await service.request({
            url: `/questions?${query.toString()}&sort=${sort}&limit=7&offset=${offset}`,
          });
          const { data, pagination } = reply.json<{
            data: { id: string }[];
            pagination: { total: number; has_more: boolean };
          }>();
          expect({ sort, offset, ids: data.map(({ id }) => id) }).toEqual({
            sort,
            offset,
            ids: expected.slice(offset, offset + 7).map(({ id }) => id),
          });
          expect(pagination).toMatchObject({ total: expected.length, has_more: expected.length > offset + 7 });
        }
      }
    },
  );

  it('folds everything when nobody writes, and the totals stay', async () => {
    await foldQuestionCounts(db.writes);
    const deltas = await db.reads.query('select from question_count_deltas');
    expect(deltas.rows).toHaveLength(0);
    expect(await listWrongBlocks(db.reads)).toEqual([]);
    const reply = await service.request({ url: '/questions?status=ready&status=draft&status=archived&limit=1' });
    expect(reply.json<{ pagination: { total: number } }>().pagination.total).toBe(rows.length);
  });

  it('removes its counts with the questions when the table is truncated', async () => {
    await db.writes.query('truncate questions');
    const reply = await service.request({ url: '/questions' });
    expect(reply.json()).toMatchObject({ data: [], pagination: { total: 0 } });
  });
});
