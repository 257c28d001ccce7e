import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { connectDeps } from '../../src/bin/deps.ts';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
// A second node on the same database, with its own connections and cache.
const logger = pino({ level: 'silent' });
const otherDeps = await connectDeps(service.deps.config, service.databaseUrl, logger);
const other = await buildApp(otherDeps, logger);
afterAll(async () => {
  await other.close();
  await otherDeps.db.close();
});

/** Every third round creates; the release check runs more rounds. */
const ROUNDS = [
  { category: 'Science', rounds: 45, options: {} },
  { category: 'Geography', rounds: 150, options: { tags: ['heavy'] } },
];

interface Page {
  data: { id: string; version: number }[];
  pagination: { total: number };
}

describe('cached replies', () => {
  describe.each(ROUNDS)('in $rounds rounds', ({ category, rounds, options }) => {
    it('are never older than the last acknowledged write of any node', options, () =>
      expectCurrentReplies(category, rounds),
    );
  });

  async function expectCurrentReplies(category: string, rounds: number): Promise<void> {
    const url = `/questions?category=${category}&limit=1000&sort=-created_at`;
    let kept = 0;
    const expected = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      if (round % 3 === 0) {
        const [question] = await service.create(draft({ category, tags: [String(round)] }));
        expected.set(question?.id ?? '', 1);
      } else if (round % 3 === 1) {
        const id = [...expected.keys()][round % expected.size] ?? '';
        const reply = await service.request({
          method: 'PATCH',
          url: `/questions/${id}`,
          payload: { tags: [`r${round}`] },
        });
        expected.set(id, reply.json<{ version: number }>().version);
      } else if (round % 9 === 8) {
        const [id] = expected.keys();
        await service.request({ method: 'DELETE', url: `/questions/${id}` });
        expected.delete(id ?? '');
      }
      if (round % 10 === 0) await foldQuestionCounts(service.deps.db.writes);
      // The same URL on both nodes, several times: the first response is computed, the others may be cached.
      const replies = await Promise.all([other.inject({ url }), service.request({ url })]);
      replies.push(await other.inject({ url }));
      for (const reply of replies) {
        const { data, pagination } = reply.json<Page>();
        expect(new Map(data.map(({ id, version }) => [id, version]))).toEqual(expected);
        expect(pagination.total).toBe(expected.size);
        kept += reply.headers.etag === replies[0]?.headers.etag ? 1 : 0;
      }
    }
    expect(kept).toBe(3 * rounds);
  }

  it('are used, so that an unchanged bank is not read again', async () => {
    const before = await countPageReads();
    for (let time = 0; time < 20; time += 1) await service.request({ url: '/questions?limit=3' });
    expect((await countPageReads()) - before).toBeLessThan(20);
  });

  it('are not stored if the operator disables the cache', async () => {
    const bare = await startTestService({ RESPONSE_CACHE_MB: '0' });
    await bare.create(draft());
    const replies = await Promise.all(Array.from({ length: 3 }, () => bare.request({ url: '/questions' })));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });
});

/** The number of times that the hot statement has run on this database, by the cumulative counts of index scans. */
async function countPageReads(): Promise<number> {
  await service.deps.db.hot.query({ text: 'select pg_stat_force_next_flush()' });
  const { rows } = await service.deps.db.reads.query<{ scans: string }>(
    `select sum(idx_scan) as scans from pg_stat_user_indexes where relname = 'questions'`,
  );
  return Number(rows[0]?.scans);
}
