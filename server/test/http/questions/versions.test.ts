import { describe, expect, it } from 'vitest';
import { type StoredQuestion, startTestService } from '../../harness.ts';
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

interface Version {
  version: number;
  change: string;
  changed_at: string;
  changed_by: string;
  change_id: string | null;
  question: StoredQuestion;
}

const service = await startTestService();
const created = await createOne(service, { external_id: 'with a history' });
const url = `/questions/${created.id}/versions`;
const [UPDATED, DELETED, RESTORED] = ['2100-01-01', '2100-01-02', '2100-01-03'].map((day) => `${day}T00:00:00.000Z`);

async function at(time: string | undefined, method: 'PUT' | 'DELETE' | 'POST', path: string, payload?: object) {
  service.clock.now = new Date(time ?? '');
  const reply = await service.request({ method, url: path, ...(payload && { payload }) });
  delete service.clock.now;
  expect(reply.statusCode).toBe(200);
}
await at(UPDATED, 'PUT', `/questions/${created.id}`, { difficulty: 2, external_id: null });
await at(DELETED, 'DELETE', `/questions/${created.id}`);
await at(RESTORED, 'POST', `/questions/${created.id}/restore`);
await at(RESTORED, 'PUT', `/questions/${created.id}`, { difficulty: 0 });

const getVersions = (query = '') => getBody<ListBody<Version>>(service, `${url}${query}`);
const numbers = (list: ListBody<Version>) => list.data.map((entry) => entry.version);

describe('200', () => {
  it('returns complete records, newest first, with action, author and time', async () => {
    const list = await getVersions();
    const changed = { ...created, difficulty: 2, external_id: null };
    const changes = list.data.map(({ change_id }) => change_id);
    expect(new Set(changes).size).toBe(5);
    expect(list.data.map(({ change_id: _change, ...version }) => version)).toEqual([
      {
        version: 5,
        change: 'updated',
        changed_at: RESTORED,
        changed_by: 'anonymous',
        question: { ...changed, difficulty: 0, version: 5, updated_at: RESTORED },
      },
      {
        version: 4,
        change: 'restored',
        changed_at: RESTORED,
        changed_by: 'anonymous',
        question: { ...changed, version: 4, updated_at: RESTORED },
      },
      {
        version: 3,
        change: 'deleted',
        changed_at: DELETED,
        changed_by: 'anonymous',
        question: { ...changed, version: 3, updated_at: DELETED },
      },
      {
        version: 2,
        change: 'updated',
        changed_at: UPDATED,
        changed_by: 'anonymous',
        question: { ...changed, version: 2, updated_at: UPDATED },
      },
      {
        version: 1,
        change: 'created',
        changed_at: created.created_at,
        changed_by: 'anonymous',
        question: created,
      },
    ]);
    expect(list.pagination).toEqual({ limit: 20, offset: 0, total: 5, has_more: false, next_cursor: null });
  });

  it('shows an unchanged question as a single version', async () => {
    const question = await createOne(service);
    const list = await getBody<ListBody<Version>>(service, `/questions/${question.id}/versions`);
    expect(list.data).toMatchObject([{ version: 1, change: 'created', question }]);
  });

  it.each([
    ['without a number', null],
    ['with its number', 0],
  ])(
    'shows rows stored by an older release %s like new ones, with defaults for missing fields',
    async (_which, version) => {
      const { writes } = service.deps.db;
      const question = await createOne(service, { tags: ['a', 'b'], source: 'A book' });
      const path = `/questions/${question.id}`;
      await service.request({ method: 'PUT', url: path, payload: { difficulty: 2 } });
      const before = (await service.request({ url: `${path}/versions` })).body;
      for (const field of ['license', 'incorrect_answers', 'language']) {
        const older = [question.id, field, version];
        await writes.query(
          'update question_versions set body = (body::jsonb - $2)::text, body_version = $3 where question_id = $1',
          older,
        );
      }
      await writes.query(
        `update questions set body = (body::jsonb - 'license')::text, body_version = 0 where id = '${question.id}'`,
      );
      expect((await service.request({ url: `${path}/versions` })).body).toBe(before);
    },
  );

  it('shows the history of a deleted question too', async () => {
    const question = await createOne(service);
    await service.request({ method: 'DELETE', url: `/questions/${question.id}` });
    const list = await getBody<ListBody<Version>>(service, `/questions/${question.id}/versions`);
    expect(list.data.map(({ change }) => change)).toEqual(['deleted', 'created']);
  });

  it('names each change even if its neighbours are on other pages', async () => {
    const changes: string[] = [];
    for (let offset = 0; offset < 5; offset += 1) {
      const list = await getVersions(`?limit=1&offset=${offset}`);
      changes.push(...list.data.map(({ change }) => change));
    }
    expect(changes).toEqual(['updated', 'restored', 'deleted', 'updated', 'created']);
  });

  it.each([1, 2, 3, 4])('returns the same versions by cursor and by offset, %i at a time', async (limit) => {
    let list = await getVersions(`?limit=${limit}`);
    const walked = numbers(list);
    const leafed = numbers(list);
    while (list.pagination.has_more) {
      const page = await getVersions(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...numbers(page));
      list = await getVersions(`?limit=${limit}&cursor=${list.pagination.next_cursor}`);
      walked.push(...numbers(list));
      expect(list.pagination).toMatchObject({ offset: null, total: 5, has_more: page.pagination.has_more });
    }
    expect(walked).toEqual([5, 4, 3, 2, 1]);
    expect(leafed).toEqual([5, 4, 3, 2, 1]);
  });

  it('links to the next page', async () => {
    const reply = await service.request({ url: `/v1${url}?limit=2&offset=1` });
    const [, target = ''] = /^<(\/v1[^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    expect(numbers(await getBody(service, target))).toEqual([2, 1]);
    expect((await service.request({ url })).headers.link).toBeUndefined();
  });

  it('returns no rows past the end, and the true total', async () => {
    const list = await getVersions('?offset=5');
    expect(list.data).toEqual([]);
    expect(list.pagination).toEqual({ limit: 20, offset: 5, total: 5, has_more: false, next_cursor: null });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current history', async () => {
    const { etag } = (await service.request({ url })).headers;
    const again = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await service.request({ url: `${url}?limit=1`, headers: { 'if-none-match': String(etag) } });
    expect(other.statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=x', 'offset'],
  ])('rejects %s', async (query, parameter) => {
    const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ parameter }]);
  });

  it('rejects a cursor that is damaged, belongs to another question or is combined with an offset', async () => {
    const cursor = String((await getVersions('?limit=2')).pagination.next_cursor);
    const other = await createOne(service);
    expectProblem(await service.request({ url: `${url}?cursor=A${cursor.slice(1)}` }), 400, 'invalid_cursor');
    const foreign = `/questions/${other.id}/versions?cursor=${cursor}`;
    expectProblem(await service.request({ url: foreign }), 400, 'invalid_cursor');
    const both = await service.request({ url: `${url}?cursor=${cursor}&offset=0` });
    expectProblem(both, 400, 'conflicting_parameters');
  });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '%00'])(
    'does not find the history of %s',
    async (id) => {
      expectProblem(await service.request({ url: `/questions/${id}/versions` }), 404, 'question_not_found');
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
