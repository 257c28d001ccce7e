import { expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { getBody } from '../common.ts';

/** 600,000 stored counts: 200,000 topics of three levels in one category, ten times a large bank. */
const TOPICS = 200_000;
const service = await startTestService({
  WRITE_TIMEOUT_MS: '120000',
  SCAN_TIMEOUT_MS: '60000',
  READ_TIMEOUT_MS: '60000',
});
await service.deps.db.writes.query(
  `insert into question_topics (status, category_id, difficulty, topic_focus, count)
   select 'ready', 1, level, 'Topic ' || n, 1 + n % 7 from generate_series(1, ${TOPICS}) n cross join generate_series(0, 2) level`,
);
await service.deps.db.writes.query('analyze question_topics');

interface Facets {
  total: number;
  categories: {
    category: string;
    total: number;
    topic_count: number;
    topics: { topic_focus: string; total: number }[];
  }[];
}

it.each([100, 1000])('counts 200,000 topics exactly without blocking the event loop: %i listed', async (limit) => {
  const before = process.threadCpuUsage();
  const facets = await getBody<Facets>(service, `/questions/facets?topic_limit=${limit}`);
  const { user, system } = process.threadCpuUsage(before);
  // 3.7 s and more while Node ranked them itself; 20 ms on an idle machine.
  expect((user + system) / 1000).toBeLessThan(1000);
  const [category] = facets.categories.filter(({ total }) => total > 0);
  let total = 0;
  for (let n = 1; n <= TOPICS; n += 1) total += 3 * (1 + (n % 7));
  expect(category).toMatchObject({ total, topic_count: TOPICS });
  expect(facets.total).toBe(total);
  expect(category?.topics).toHaveLength(limit);
  expect(category?.topics.every((topic) => topic.total === 21)).toBe(true);
  const names = category?.topics.map(({ topic_focus }) => topic_focus) ?? [];
  expect(names).toEqual([...names].sort());
});
