import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_PAGE_BYTES } from '../../../src/domain/http/page-budget.ts';
import { insertBulkRows } from '../../bulk-rows.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, type ListBody } from '../common.ts';

/** 1,000 questions of 170 KB: a page of all of them has ten times the budget of a page. */
const ROWS = 1000;
const BODY_BYTES = 170_000;
/** The size of a page without its rows. */
const ENVELOPE_BYTES = 1000;

// Each of six categories contains one level; every one of the 1,000 questions has the tag and the words.
const service = await startTestService({ REPLY_MEMORY_MB: '1024' });
beforeAll(async () => {
  await insertBulkRows(service.deps.db.writes, {
    count: ROWS,
    bodyBytes: BODY_BYTES,
    tags: `'{large}'`,
    topic: `'Large'`,
    language: `'de'`,
  });
});

const PATHS = {
  'in creation order': '/questions?',
  'with some fields': '/questions?fields=id,explanation&',
};
const OTHER_PATHS = {
  'of a few cells': '/questions?category=Science&category=Astronomy&category=Geography&',
  'newest first': '/questions?sort=-created_at&',
  'by level': '/questions?sort=difficulty&',
  'by category, descending': '/questions?sort=-category&',
  'by change': '/questions?sort=updated_at&',
  'of a tag': '/questions?tag=large&',
  'of a topic': '/questions?topic_focus=Large&',
  'of a language': '/questions?language=de&',
  'by words': '/questions?q=planet&',
  'by words in another order': '/questions?q=planet&sort=difficulty&',
};
const get = (url: string) => service.request({ url });

const EACH_PATH = [
  ...Object.entries(PATHS).map(([name, path]) => ({ name, path, options: {} })),
  ...Object.entries(OTHER_PATHS).map(([name, path]) => ({ name, path, options: { tags: ['heavy'] } })),
];

describe.each(EACH_PATH)('a page over the byte budget, $name', ({ path, options }) => {
  it('is rejected with the exact largest limit that fits, and never truncated', options, async () => {
    const problem = expectProblem(await get(`${path}limit=1000`), 400, 'page_too_large');
    const { maximum = 0, ...violation } = problem.errors[0] as { maximum?: number };
    expect(violation).toMatchObject({ code: 'page_too_large', parameter: 'limit' });
    expect(problem.detail).toContain(`\`limit\` that fits here is ${maximum}.`);
    const fits = await get(`${path}limit=${maximum}`);
    expect(fits.statusCode).toBe(200);
    expect(fits.json<ListBody>().data).toHaveLength(maximum);
    expect(fits.json<ListBody>().pagination.has_more).toBe(true);
    expect(fits.rawPayload.length).toBeLessThan(MAX_PAGE_BYTES + ENVELOPE_BYTES);
    expect(fits.rawPayload.length).toBeGreaterThan(MAX_PAGE_BYTES - BODY_BYTES - ENVELOPE_BYTES);
    expectProblem(await get(`${path}limit=${maximum + 1}`), 400, 'page_too_large');
  });
});

describe('the budget of a page', () => {
  it('depends on the position: the last rows fit in one page though the same number of the first would not', async () => {
    const maximum = Math.floor(MAX_PAGE_BYTES / BODY_BYTES) - 1;
    const reply = await get(`/questions?limit=1000&offset=${ROWS - maximum}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.json<ListBody>().data).toHaveLength(maximum);
  });

  it('allows paging to the end by cursor', async () => {
    const seen: string[] = [];
    let url = '/questions?limit=90&fields=id&tag=large';
    for (let page = 0; page < 20; page += 1) {
      const { data, pagination } = (await get(url)).json<ListBody>();
      seen.push(...data.map(({ id }) => id));
      if (pagination.next_cursor === null) break;
      url = `/questions?limit=90&fields=id&tag=large&cursor=${pagination.next_cursor}`;
    }
    expect(new Set(seen).size).toBe(ROWS);
  });

  it.each([
    ['from the whole bank', '/questions/random?count=100'],
    ['by tag', '/questions/random?count=100&tag=large'],
  ])('applies to random draws %s', async (_name, url) => {
    const problem = expectProblem(await get(url), 400, 'page_too_large');
    expect(problem.errors[0]).toMatchObject({ parameter: 'count' });
    const { maximum = 0 } = problem.errors[0] as { maximum?: number };
    const drawn = await get(`${url.replace('count=100', `count=${maximum}`)}&seed=same`);
    expect(drawn.json<ListBody>().data).toHaveLength(maximum);
  });

  it('applies to draws that never repeat, which then do not advance', async () => {
    const { id } = (await service.request({ method: 'POST', url: '/draws', payload: {} })).json<{ id: string }>();
    const next = (count: number) => service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count } });
    const problem = expectProblem(await next(100), 400, 'page_too_large');
    const { maximum = 0 } = problem.errors[0] as { maximum?: number };
    expect((await get(`/draws/${id}`)).json<{ drawn: number }>().drawn).toBe(0);
    expect((await next(maximum)).json<{ draw: { drawn: number } }>().draw.drawn).toBe(maximum);
  });

  it('applies to versions', async () => {
    const { writes } = service.deps.db;
    const { rows } = await writes.query<{ id: string }>('select id from questions order by position limit 1');
    const id = rows[0]?.id ?? '';
    await writes.query({
      text: `insert into question_versions (question_id, version, changed_at, changed_by, body, body_version)
             select $1, n, now(), 'test', body, body_version from questions cross join generate_series(1, 1000) n where id = $1`,
      values: [id],
    });
    await writes.query({ text: 'update questions set version = 1001 where id = $1', values: [id] });
    const problem = expectProblem(await get(`/questions/${id}/versions?limit=1000`), 400, 'page_too_large');
    const { maximum = 0 } = problem.errors[0] as { maximum?: number };
    const fits = await get(`/questions/${id}/versions?limit=${maximum}`);
    expect(fits.json<ListBody>().data).toHaveLength(maximum);
    expectProblem(await get(`/questions/${id}/versions?limit=${maximum + 1}`), 400, 'page_too_large');
  });

  it('does not limit a page of a thousand typical questions', async () => {
    const usual = await startTestService();
    await insertBulkRows(usual.deps.db.writes, { count: 1500 });
    for (const query of ['limit=1000', 'limit=1000&sort=difficulty', 'limit=1000&q=planet', 'limit=1000&offset=400']) {
      const { data, pagination } = (await usual.request({ url: `/questions?${query}` })).json<ListBody>();
      expect(data).toHaveLength(1000);
      expect(pagination).toMatchObject({ has_more: true, total: 1500 });
    }
  });
});
