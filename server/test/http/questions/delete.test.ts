import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  countStatuses,
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { insistsOnIfMatch } from './changes.ts';

const service = await startTestService();
const remove = (id: string, headers: Record<string, string> = {}) =>
  service.request({ method: 'DELETE', url: `/questions/${id}`, headers });

describe('200', () => {
  it('returns the id and time of the deletion', async () => {
    const { id } = await createOne(service);
    service.clock.now = new Date('2100-01-02T03:04:05.678Z');
    const reply = await remove(id.toUpperCase());
    delete service.clock.now;
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ id, deleted: true, deleted_at: '2100-01-02T03:04:05.678Z' });
  });

  it('removes the question from every list, draw and count at once', async () => {
    const common = { topic_focus: 'Leaving', tags: ['leaving'], language: 'fr', question_text: 'Who is leaving?' };
    const [kept, gone] = await service.create([
      draft({ ...common, category: 'Literature', difficulty: 2 }),
      draft({ ...common, category: 'Literature', difficulty: 2, external_id: 'leaving' }),
    ]);
    const queries = [
      'category=Literature&difficulty=2',
      'category=Literature&sort=-updated_at',
      'category=Literature&sort=difficulty',
      'topic_focus=Leaving',
      'tag=leaving',
      'language=fr',
      'q=leaving',
      `ids=${kept?.id},${gone?.id}`,
      'created_after=2020-01-01T00:00:00Z&category=Literature',
      'updated_after=2020-01-01T00:00:00Z&category=Literature',
    ];
    expect((await getBody(service, `/questions?${queries[0]}`)).pagination.total).toBe(2);
    await remove(String(gone?.id));
    for (const query of queries) {
      const list = await getBody(service, `/questions?${query}`);
      expect(list.data, query).toEqual([kept]);
      expect(list.pagination.total, query).toBe(1);
      const facets = await getBody<{ total: number }>(
        service,
        `/questions/facets?${query.replace(/&?sort=[^&]*/u, '')}`,
      );
      expect(facets.total, query).toBe(1);
      const drawn = await getBody(service, `/questions/random?count=9&${query.replace(/&?sort=[^&]*/u, '')}`);
      expect(drawn.data, query).toEqual([kept]);
    }
    expect((await getBody(service, '/questions?external_id=leaving')).data).toEqual([]);
  });

  it('writes its event in the transaction that deletes', async () => {
    const { id } = await createOne(service);
    const { deleted_at } = (await remove(id)).json<{ deleted_at: string }>();
    const [, event] = await eventsOf(service, id);
    expect(event).toEqual({
      type: 'question.deleted',
      version: 2,
      changed: [],
      actor: 'anonymous',
      occurred_at: new Date(deleted_at),
      with_question: true,
    });
  });

  it.each(['"1"', '"0", "1"', '*'])('deletes the version that If-Match %s names', async (tag) => {
    const { id } = await createOne(service);
    expect((await remove(id, { 'if-match': tag })).statusCode).toBe(200);
  });

  it('accepts a request with a JSON content type and no body, as many clients send', async () => {
    const { id } = await createOne(service);
    expect((await remove(id, { 'content-type': 'application/json' })).statusCode).toBe(200);
  });

  it('deletes once, however many requests arrive at once', async () => {
    const { id } = await createOne(service);
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(id)));
    expect(countStatuses(replies)).toEqual({ 200: 1, 404: 4 });
    expect(await eventsOf(service, id)).toHaveLength(2);
  });
});

describe('204', () => {
  it.each(['return=minimal', 'respond-async, return="minimal"'])(
    'replies to Prefer: %s without a body',
    async (prefer) => {
      const { id } = await createOne(service);
      const reply = await remove(id, { prefer });
      expect(reply.statusCode).toBe(204);
      expect(reply.body).toBe('');
      expect(reply.headers['preference-applied']).toBe('return=minimal');
      expectProblem(await service.request({ url: `/questions/${id}` }), 404, 'question_not_found');
    },
  );
});

describe('400', () => {
  it('deletes nothing if it gets an unknown parameter', async () => {
    const before = await createOne(service);
    const url = `/questions/${before.id}`;
    expectProblem(await service.request({ method: 'DELETE', url: `${url}?force=1` }), 400, 'unknown_parameter');
    expect(await getBody(service, url)).toEqual(before);
  });

  rejectsUnknownParameters(service, { method: 'DELETE', url: '/questions/00000000-0000-7000-8000-000000000000' });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await remove(id), 404, 'question_not_found');
  });

  it('does not delete twice, and reports the time of deletion and how to restore', async () => {
    const { id } = await createOne(service);
    const { deleted_at } = (await remove(id)).json<{ deleted_at: string }>();
    const problem = expectProblem(await remove(id), 404, 'question_not_found');
    expect(problem.detail).toContain(deleted_at);
    expect(problem.detail).toContain(`POST /questions/${id}/restore`);
    expect(await eventsOf(service, id)).toHaveLength(2);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { method: 'DELETE', url: `/questions/${service.deps.newId()}` });
});

describe('412', () => {
  it.each(['"2"', 'W/"1"', '1'])('keeps version "1" for a caller whose If-Match is %s', async (tag) => {
    const before = await createOne(service);
    const reply = await remove(before.id, { 'if-match': tag });
    expectProblem(reply, 412, 'precondition_failed');
    expect(reply.headers.etag).toBe('"1"');
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(before);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, { method: 'DELETE', url: `/questions/${service.deps.newId()}` });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, { method: 'DELETE', url: `/questions/${service.deps.newId()}` });
});

describe('428', () => {
  insistsOnIfMatch('DELETE');
});

describe('503', () => {
  rejectsWithoutDatabase({ method: 'DELETE', url: `/questions/${service.deps.newId()}` });
});

describe('504', () => {
  timesOut({ method: 'DELETE', url: `/questions/${service.deps.newId()}` });
});
