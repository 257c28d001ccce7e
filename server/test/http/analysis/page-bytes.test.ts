import { beforeAll, expect, it } from 'vitest';
import { MAX_PAGE_BYTES } from '../../../src/domain/http/page-budget.ts';
import { insertItems } from '../../../src/store/analysis/items.ts';
import { insertBulkRows } from '../../bulk-rows.ts';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem, type ListBody } from '../common.ts';
import { MANY, queueRun } from './steps.ts';

const service = await startTestService({
  ...MANY,
  REPLY_MEMORY_MB: '1024',
  WRITE_TIMEOUT_MS: '60000',
  SCAN_TIMEOUT_MS: '30000',
  READ_TIMEOUT_MS: '30000',
});
const { writes } = service.deps.db;
const get = (url: string) => service.request({ url });

/** Requests a limit that is too large, then the largest that fits, then one more. */
async function expectBudget(path: string, limit: number): Promise<void> {
  const problem = expectProblem(await get(`${path}limit=${limit}`), 400, 'page_too_large');
  const { maximum = 0 } = problem.errors[0] as { maximum?: number };
  const fits = await get(`${path}limit=${maximum}`);
  expect(fits.statusCode, fits.body.slice(0, 500)).toBe(200);
  expect(fits.json<ListBody>().data).toHaveLength(maximum);
  expect(fits.json<ListBody>().pagination.has_more).toBe(true);
  expect(fits.rawPayload.length).toBeLessThan(MAX_PAGE_BYTES + 10_000);
  expectProblem(await get(`${path}limit=${maximum + 1}`), 400, 'page_too_large');
}

let run = '';
beforeAll(async () => {
  await service.create(draft());
  run = (await queueRun(service)).id;
  // 100 results of 1.7 MB, ten times the budget of a page, and 60 runs of 10,000 ids each.
  await writes.query({
    text: `insert into analyses (id, created_at, expires_at, status, phase, analysis_type, engine_version, owner, fingerprint, items_id, parameters, filter, result)
           select gen_random_uuid(), now(), expires_at, 'succeeded', 'finished', analysis_type, engine_version, owner, fingerprint, items_id, parameters, filter,
                  json_build_object('summary', repeat('x', 1700000))::text
             from analyses cross join generate_series(1, 100) where id = $1`,
    values: [run],
  });
  await writes.query({
    text: `insert into analyses (id, created_at, expires_at, status, phase, analysis_type, engine_version, owner, fingerprint, items_id, parameters, question_ids)
           select gen_random_uuid(), now(), expires_at, 'failed', 'finished', analysis_type, engine_version, owner, fingerprint, items_id, parameters,
                  (select array_agg(gen_random_uuid()) from generate_series(1, 10000))
             from analyses cross join generate_series(1, 60) where id = $1`,
    values: [run],
  });
});

it('rejects a page of results over the byte budget, and names the largest limit that fits', async () => {
  await expectBudget('/analysis?status=succeeded&', 100);
});

it('limits a page without results only if it lists ids', { tags: ['heavy'] }, async () => {
  const { data } = (await get('/analysis?status=succeeded&include_result=false&limit=100')).json<ListBody>();
  expect(data).toHaveLength(100);
  await expectBudget('/analysis?status=failed&include_result=false&', 60);
});

it('limits the bytes of the rows of a result and their questions', async () => {
  await insertBulkRows(writes, { count: 10, bodyBytes: 170_000 });
  const { rows } = await writes.query<{ id: string }>('select id from questions limit 10');
  const bodies = Array.from({ length: 1000 }, (_, index) =>
    JSON.stringify({ number: index, filler: 'x'.repeat(1000) }),
  );
  const question_ids = bodies.map((_, index) => rows[index % 10]?.id ?? null);
  await insertItems(writes, run, [{ rank: 0, shard: 0, question_ids, versions: bodies.map(() => 1), bodies }]);
  await writes.query({ text: `update analyses set status = 'succeeded', result = '{}' where id = $1`, values: [run] });
  await expectBudget(`/analysis/${run}/items?`, 1000);
});
