import { describe, expect, it } from 'vitest';
import { type StoredQuestion, startTestService } from '../../harness.ts';
import {
  countStatuses,
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const service = await startTestService();
const remove = (id: string) => service.request({ method: 'DELETE', url: `/questions/${id}` });
const restoration = (id: string) => ({ method: 'POST', url: `/questions/${id}/restore` }) as const;
const restore = (id: string) => service.request(restoration(id));

async function deletedQuestion(change: object = {}): Promise<StoredQuestion> {
  const question = await createOne(service, change);
  await remove(question.id);
  return question;
}
const prepare = async () => restoration((await deletedQuestion()).id);

describe('200', () => {
  it('restores the question as it was, two versions later', async () => {
    const before = await deletedQuestion({
      topic_focus: 'Planets',
      tags: ['a'],
      external_id: 'returns',
      status: 'draft',
    });
    const reply = await restore(before.id.toUpperCase());
    expect(reply.statusCode).toBe(200);
    const after = reply.json<StoredQuestion>();
    expect(after).toEqual({ ...before, version: 3, updated_at: after.updated_at });
    expect(reply.headers.etag).toBe('"3"');
    expect(await getBody(service, `/questions/${before.id}`)).toEqual(after);
  });

  it('returns it to its place in every list and count', async () => {
    const change = { category: 'Literature', topic_focus: 'Coming back', question_text: 'Who is coming back?' };
    const bank = [await createOne(service, change), await createOne(service, change), await createOne(service, change)];
    const ids = bank.map((question) => question.id);
    await remove(String(ids[1]));
    await restore(String(ids[1]));
    for (const query of ['category=Literature', 'topic_focus=Coming%20back', 'q=coming']) {
      const list = await getBody(service, `/questions?${query}`);
      expect(list.data.map((question) => question.id)).toEqual(ids);
      expect(list.pagination.total).toBe(3);
      expect((await getBody<{ total: number }>(service, `/questions/facets?${query}`)).total).toBe(3);
    }
  });

  it('writes its event in the transaction that restores', async () => {
    const { id } = await deletedQuestion();
    const { updated_at } = (await restore(id)).json<StoredQuestion>();
    const [, , event] = await eventsOf(service, id);
    expect(event).toEqual({
      type: 'question.restored',
      version: 3,
      changed: [],
      actor: 'anonymous',
      occurred_at: new Date(updated_at),
      with_question: true,
    });
  });

  it('restores until the end of the thirtieth day', async () => {
    const question = await createOne(service);
    const { deleted_at } = (await remove(question.id)).json<{ deleted_at: string }>();
    service.clock.now = new Date(Date.parse(deleted_at) + 30 * DAY_MS);
    const reply = await restore(question.id);
    delete service.clock.now;
    expect(reply.statusCode).toBe(200);
  });

  it('can be deleted and restored again and again', async () => {
    const { id } = await deletedQuestion();
    for (const version of [3, 5, 7]) {
      expect((await restore(id)).json()).toMatchObject({ version });
      await remove(id);
    }
  });

  it('accepts a request with a JSON content type and no body, as many clients send', async () => {
    const reply = await service.request({ ...(await prepare()), headers: { 'content-type': 'application/json' } });
    expect(reply.statusCode).toBe(200);
  });

  replaysByKey(service, prepare);
});

describe('400', () => {
  rejectsUnknownParameters(service, restoration(service.deps.newId()));
  rejectsMalformedKeys(service, restoration(service.deps.newId()));
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await restore(id), 404, 'question_not_found');
  });

  it('does not find a question deleted more than thirty days ago', async () => {
    const question = await createOne(service);
    const { deleted_at } = (await remove(question.id)).json<{ deleted_at: string }>();
    service.clock.now = new Date(Date.parse(deleted_at) + 30 * DAY_MS + 1);
    const reply = await restore(question.id);
    delete service.clock.now;
    expectProblem(reply, 404, 'question_not_found');
    expect(await eventsOf(service, question.id)).toHaveLength(2);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, restoration(service.deps.newId()));
});

describe('409', () => {
  rejectsKeysInUse(service, prepare);

  it('rejects a question that is not deleted', async () => {
    const question = await createOne(service);
    expectProblem(await restore(question.id), 409, 'not_deleted');
    expect(await getBody(service, `/questions/${question.id}`)).toEqual(question);
  });

  it('keeps the question deleted while another one has its external_id', async () => {
    const { id } = await deletedQuestion({ external_id: 'moved on' });
    const heir = await createOne(service, { external_id: 'moved on' });
    const problem = expectProblem(await restore(id), 409, 'external_id_taken');
    expect(problem.detail).toContain('"moved on"');
    expectProblem(await service.request({ url: `/questions/${id}` }), 404, 'question_not_found');
    expect(await eventsOf(service, id)).toHaveLength(2);
    await remove(heir.id);
    expect((await restore(id)).statusCode).toBe(200);
  });

  it('restores once, however many requests arrive at once', async () => {
    const { id } = await deletedQuestion();
    const replies = await Promise.all(Array.from({ length: 5 }, () => restore(id)));
    expect(countStatuses(replies)).toEqual({ 200: 1, 409: 4 });
    expect(await eventsOf(service, id)).toHaveLength(3);
  });
});

describe('413', () => {
  rejectsLargeBodies(service, restoration(service.deps.newId()));
});

describe('415', () => {
  rejectsOtherMediaTypes(service, restoration(service.deps.newId()));
});

describe('422', () => {
  rejectsReusedKeys(service, prepare, {});
});

describe('503', () => {
  rejectsWithoutDatabase(restoration(service.deps.newId()));
});

describe('504', () => {
  timesOut(restoration(service.deps.newId()));
});
