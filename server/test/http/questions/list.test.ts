import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  createOne,
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

const service = await startTestService();
const bank = await service.create(
  Array.from({ length: 25 }, (_, index) => draft({ question_text: `Question ${index}`, difficulty: index % 3 })),
);
const ids = bank.map((question) => question.id);
const url = '/questions';
const CHECKSUM_LENGTH = 8;

async function nextCursor(query: string): Promise<string> {
  const { pagination } = await getBody(service, `${url}?${query}`);
  expect(pagination.next_cursor).toEqual(expect.any(String));
  return String(pagination.next_cursor);
}

describe('200', () => {
  it('returns the first twenty complete questions in creation order, and the total', async () => {
    const list = await getBody(service, url);
    expect(list.data).toEqual(bank.slice(0, 20));
    expect(list.pagination).toEqual({
      limit: 20,
      offset: 0,
      total: 25,
      has_more: true,
      next_cursor: expect.any(String) as string,
    });
  });

  it('returns the rest at its offset and reports the end', async () => {
    const reply = await service.request({ url: `${url}?limit=10&offset=20` });
    const list = reply.json<ListBody>();
    expect(list.data).toEqual(bank.slice(20));
    expect(list.pagination).toEqual({ limit: 10, offset: 20, total: 25, has_more: false, next_cursor: null });
    expect(reply.headers.link).toBeUndefined();
  });

  it.each(['limit=25', 'limit=20&offset=5', 'limit=25&sort=-difficulty', 'limit=25&language=en', 'limit=25&fields=id'])(
    'reports no next page for %s, which ends with the last question',
    async (query) => {
      const { pagination } = await getBody(service, `${url}?${query}`);
      expect(pagination).toMatchObject({ total: 25, has_more: false, next_cursor: null });
    },
  );

  it('continues by cursor from the end of an offset page, with offset null', async () => {
    const cursor = await nextCursor('limit=10&offset=5');
    const list = await getBody(service, `${url}?limit=4&cursor=${cursor}`);
    expect(list.data).toEqual(bank.slice(15, 19));
    expect(list.pagination).toEqual({
      limit: 4,
      offset: null,
      total: 25,
      has_more: true,
      next_cursor: expect.any(String) as string,
    });
  });

  it.each(['offset=25', 'offset=2147483647', 'offset=30&sort=-difficulty', 'offset=30&language=en'])(
    'returns no rows and the true total for %s, past the end',
    async (query) => {
      const list = await getBody(service, `${url}?${query}`);
      expect(list.data).toEqual([]);
      expect(list.pagination).toMatchObject({ total: 25, has_more: false, next_cursor: null });
    },
  );

  it.each([1, 1000])('accepts a limit of %i', async (limit) => {
    const list = await getBody(service, `${url}?limit=${limit}`);
    expect(list.data).toHaveLength(Math.min(limit, 25));
    expect(list.pagination.limit).toBe(limit);
  });

  it('returns only the requested fields', async () => {
    const list = await getBody(service, `${url}?fields=question_text,id&limit=2`);
    expect(list.data).toEqual(bank.slice(0, 2).map(({ id, question_text }) => ({ id, question_text })));
  });

  it('links to the next page with every parameter except the offset', async () => {
    const reply = await service.request({ url: `${url}?limit=2&offset=3&difficulty=0&difficulty=1&fields=id` });
    const [, target = ''] = /^<([^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    const next = await getBody(service, target);
    const matching = bank.filter((question) => question.difficulty < 2).map(({ id }) => ({ id }));
    expect(reply.json<ListBody>().data).toEqual(matching.slice(3, 5));
    expect(next.data).toEqual(matching.slice(5, 7));
  });

  it('links to /v1 for a caller of /v1', async () => {
    const reply = await service.request({ url: `/v1${url}?limit=1` });
    expect(reply.headers.link).toMatch(/^<\/v1\/questions\?/u);
    expect(reply.json<ListBody>().data).toEqual(bank.slice(0, 1));
  });

  it('compresses only responses longer than 1 KiB, if the caller accepts it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const long = await service.request({ url, headers });
    expect(long.headers['content-encoding']).toBe('gzip');
    expect((JSON.parse(gunzipSync(long.rawPayload).toString()) as ListBody).data).toEqual(bank.slice(0, 20));
    const short = await service.request({ url: `${url}?limit=1&fields=id`, headers });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  it('returns an empty list and a total of zero if nothing matches', async () => {
    const list = await getBody(service, `${url}?category=Geography`);
    expect(list).toEqual({
      data: [],
      pagination: { limit: 20, offset: 0, total: 0, has_more: false, next_cursor: null },
    });
  });
});

describe('304', () => {
  it('sends no body until the list changes', async () => {
    const changing = `${url}?category=Literature`;
    await createOne(service, { category: 'Literature' });
    const { etag } = (await service.request({ url: changing })).headers;
    const again = await service.request({ url: changing, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);
    await createOne(service, { category: 'Literature' });
    const changed = await service.request({ url: changing, headers: { 'if-none-match': String(etag) } });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('suggests the intended parameter', async () => {
    const problem = expectProblem(await service.request({ url: `${url}?catgory=Science` }), 400, 'unknown_parameter');
    expect(problem.errors).toEqual([
      {
        code: 'unknown_parameter',
        detail: 'Unknown parameter `catgory`. Did you mean `category`?',
        parameter: 'catgory',
      },
    ]);
  });

  it.each(['__proto__', 'constructor', 'Limit'])('does not mistake %s for a known parameter', async (name) => {
    const problem = expectProblem(await service.request({ url: `${url}?${name}=1` }), 400, 'unknown_parameter');
    expect(problem.errors).toMatchObject([{ parameter: name }]);
  });

  it('lists the existing categories for an unknown one', async () => {
    const problem = expectProblem(await service.request({ url: `${url}?category=Scince` }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([
      {
        code: 'not_allowed',
        parameter: 'category',
        allowed: ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'],
      },
    ]);
    expect(problem.detail).toContain('Did you mean `Science`?');
  });

  it.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=1001', 'limit', 'out_of_range'],
    ['limit=-1', 'limit', 'out_of_range'],
    ['limit=abc', 'limit', 'invalid_type'],
    ['limit=', 'limit', 'invalid_type'],
    ['limit=1.5', 'limit', 'invalid_type'],
    ['limit=99999999999999999999', 'limit', 'invalid_type'],
    ['offset=-1', 'offset', 'out_of_range'],
    ['offset=2147483648', 'offset', 'out_of_range'],
    ['offset=abc', 'offset', 'invalid_type'],
    ['difficulty=3', 'difficulty', 'out_of_range'],
    ['difficulty=Basic', 'difficulty', 'invalid_type'],
    ['status=deleted', 'status', 'not_allowed'],
    ['sort=question_text', 'sort', 'not_allowed'],
    ['fields=id,answer', 'fields', 'not_allowed'],
    ['language=not_a_tag', 'language', 'invalid_format'],
    ['topic_focus=', 'topic_focus', 'too_short'],
    ['q=x', 'q', 'too_short'],
    [`q=${'x'.repeat(201)}`, 'q', 'too_long'],
    ['q=a%00b', 'q', 'invalid_characters'],
    ['ids=1', 'ids', 'invalid_format'],
    [`ids=${Array.from({ length: 1001 }, () => ids[0]).join(',')}`, 'ids', 'too_long'],
    ['created_after=yesterday', 'created_after', 'invalid_format'],
    ['created_after=2026-02-30T00:00:00Z', 'created_after', 'invalid_format'],
    ['updated_after=2026-01-01', 'updated_after', 'invalid_format'],
    [`cursor=${'x'.repeat(513)}`, 'cursor', 'too_long'],
  ])('rejects %.40s', async (query, parameter, code) => {
    const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ parameter, code }]);
  });

  it('names the largest limit', async () => {
    const problem = expectProblem(await service.request({ url: `${url}?limit=1001` }), 400, 'validation_error');
    expect(problem.detail).toBe('`limit` must be a whole number from 1 to 1000, not 1001.');
  });

  it.each(['limit=1&limit=2', 'offset=0&offset=0', 'sort=category&sort=difficulty', 'q=planet&q=sun'])(
    'rejects %s, a parameter given twice',
    async (query) => {
      const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'duplicate_parameter');
      expect(problem.errors).toMatchObject([{ parameter: query.split('=')[0] }]);
    },
  );

  it('reports all violations at once', async () => {
    const query = 'limit=0&difficulty=7&category=Sports&colour=red';
    const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    const places = new Set(problem.errors.map((error) => error.parameter));
    expect(places).toEqual(new Set(['category', 'colour', 'difficulty', 'limit']));
  });

  it.each(['the', 'what is the', '-the', '""'])(
    'reports that the search text %s contains no searchable word',
    async (q) => {
      const reply = await service.request({ url: `${url}?q=${encodeURIComponent(q)}` });
      const problem = expectProblem(reply, 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code: 'no_search_words', parameter: 'q' }]);
    },
  );

  it('rejects a cursor with an offset', async () => {
    const cursor = await nextCursor('limit=5');
    const reply = await service.request({ url: `${url}?limit=5&offset=0&cursor=${cursor}` });
    const problem = expectProblem(reply, 400, 'conflicting_parameters');
    expect(problem.errors.map((error) => error.parameter)).toEqual(['cursor', 'offset']);
  });

  it('rejects a cursor in which any one character was changed', async () => {
    const cursor = await nextCursor('limit=5');
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const damaged = `${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`;
      expectProblem(await service.request({ url: `${url}?limit=5&cursor=${damaged}` }), 400, 'invalid_cursor');
    }
  });

  it.each(['', '&q=question', '&language=en', '&sort=-difficulty', '&sort=updated_at'])(
    'rejects a hand-made cursor with an invalid position, for the list "%s"',
    async (query) => {
      const payload = (await nextCursor(`limit=5${query}`)).slice(0, -CHECKSUM_LENGTH);
      const parts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as string[];
      const forged = Buffer.from(JSON.stringify([...parts.slice(0, -1), 'x'])).toString('base64url');
      const checksum = createHash('sha256').update(forged).digest('base64url').slice(0, CHECKSUM_LENGTH);
      const reply = await service.request({ url: `${url}?limit=5${query}&cursor=${forged}${checksum}` });
      expectProblem(reply, 400, 'invalid_cursor');
    },
  );

  it.each(['x', 'eyJ', '12345678', '%F0%9F%92%A5'])('rejects the malformed cursor %s', async (cursor) => {
    const problem = expectProblem(await service.request({ url: `${url}?cursor=${cursor}` }), 400, 'invalid_cursor');
    expect(problem.errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it.each(['difficulty=0', 'sort=-created_at', 'sort=difficulty', 'status=draft', 'language=en'])(
    'rejects a cursor that was made without %s',
    async (change) => {
      const cursor = await nextCursor('limit=5');
      const reply = await service.request({ url: `${url}?limit=5&cursor=${cursor}&${change}` });
      expectProblem(reply, 400, 'invalid_cursor');
    },
  );
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url });
});
