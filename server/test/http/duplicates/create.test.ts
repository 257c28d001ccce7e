import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  countStatuses,
  expectProblem,
  getBody,
  type ListBody,
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
  withKey,
} from '../common.ts';
import { bearer, createKey, TIMESTAMP, UUID_V7 } from '../credentials.ts';
import {
  createPair,
  createQuestions,
  type DismissalRecord,
  dismiss,
  dismissalRequest,
  UNKNOWN_ID,
  url,
  withdraw,
} from './steps.ts';

const service = await startTestService();
const [here, there] = await createPair(service);
const request = dismissalRequest({ question_ids: [here, there] });
const freshRequest = async (): Promise<InjectOptions> =>
  dismissalRequest({ question_ids: await createPair(service), note: 'Other planets' });
const listed = async (question: string) =>
  (await getBody<ListBody<DismissalRecord>>(service, `${url}?question_id=${question}`)).data;

describe('201', () => {
  it('marks two questions as different', async () => {
    const [one, two] = await createPair(service);
    const reply = await service.request({
      ...dismissalRequest({ question_ids: [one, two], note: 'One asks for the smallest' }, asOperator),
      url: `/v1${url}`,
    });
    expect(reply.statusCode, reply.body).toBe(201);
    const dismissal = reply.json<DismissalRecord>();
    expect(dismissal).toEqual({
      id: expect.stringMatching(UUID_V7),
      question_ids: [one, two],
      note: 'One asks for the smallest',
      created_at: expect.stringMatching(TIMESTAMP),
      created_by: 'operator',
    });
    expect(reply.headers.location).toBe(`/v1${url}/${dismissal.id}`);
    expect(await listed(one)).toEqual([dismissal]);
  });

  it('accepts the pair in any order and letter case, and returns the smaller id first', async () => {
    const [one, two] = await createPair(service);
    const { question_ids } = await dismiss(service, [two.toUpperCase(), one.toUpperCase()]);
    expect(question_ids).toEqual([one, two]);
  });

  it.each([
    ['left out', {}, null],
    ['null', { note: null }, null],
    ['untrimmed and not in NFC', { note: '  cafe\u0301 \n' }, 'caf\u00e9'],
    ['as long as it may be, in code points', { note: '🪐'.repeat(500) }, '🪐'.repeat(500)],
  ])('accepts a note that is %s', async (_name, given, note) => {
    const reply = await service.request(dismissalRequest({ question_ids: await createPair(service), ...given }));
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({ note });
  });

  it('accepts questions of any status', async () => {
    const made = await service.create([draft({ status: 'draft' }), draft({ status: 'archived' })]);
    const ids = made.map(({ id }) => id).sort();
    expect((await dismiss(service, ids)).question_ids).toEqual(ids);
  });

  it('allows a question in many pairs', async () => {
    const [one = '', two = '', three = ''] = await createQuestions(service, 3);
    for (const pair of [
      [one, two],
      [one, three],
      [two, three],
    ])
      await dismiss(service, pair);
    expect((await listed(one)).map(({ question_ids }) => question_ids)).toEqual([
      [one, three],
      [one, two],
    ]);
  });

  it('marks a withdrawn pair again, with a new id and the current note and name', async () => {
    const pair = await createPair(service);
    const first = await dismiss(service, pair, 'at first');
    await withdraw(service, first.id);
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:read'] });
    const reply = await service.request(dismissalRequest({ question_ids: pair, note: 'after all' }, bearer(token)));
    expect(reply.statusCode).toBe(201);
    const again = reply.json<DismissalRecord>();
    expect(again).toMatchObject({ question_ids: pair, note: 'after all' });
    expect(again.created_by).toMatch(/^token:/u);
    expect(again.id > first.id).toBe(true);
    expect(again.created_at >= first.created_at).toBe(true);
    expect(await listed(pair[0])).toEqual([again]);
    expectProblem(await service.request({ method: 'DELETE', url: `${url}/${first.id}` }), 404, 'dismissal_not_found');
    expect(await listed(pair[0])).toEqual([again]);
  });

  it('creates one pair for many simultaneous requests, in either order', async () => {
    const [one, two] = await createPair(service);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        service.request(dismissalRequest({ question_ids: index % 2 === 0 ? [one, two] : [two, one] })),
      ),
    );
    expect(countStatuses(replies)).toEqual({ 201: 1, 200: 11 });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  });

  replaysByKey(service, freshRequest);
});

describe('200', () => {
  it('returns an existing pair unchanged', async () => {
    const [one, two] = await createPair(service);
    const first = await dismiss(service, [one, two], 'said before');
    const stored = await rowOf(first.id);
    const reply = await service.request(dismissalRequest({ question_ids: [two, one], note: 'said again' }, asOperator));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers.location).toBeUndefined();
    expect(reply.json()).toEqual(first);
    expect(await rowOf(first.id)).toEqual(stored);
  });

  it('replays the first response by its key, even after the pair was withdrawn', async () => {
    const pair = await createPair(service);
    const { id } = await dismiss(service, pair);
    const keyed = withKey(dismissalRequest({ question_ids: pair }), 'seen already');
    const first = await service.request(keyed);
    await withdraw(service, id);
    const again = await service.request(keyed);
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 200, body: first.body });
    expect(await listed(pair[0])).toEqual([]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['no questions', {}, '#/question_ids required'],
    ['one question', { question_ids: [here] }, '#/question_ids too_short'],
    ['three questions', { question_ids: [here, there, UNKNOWN_ID] }, '#/question_ids too_long'],
    ['the same question twice', { question_ids: [here, here] }, '#/question_ids invalid_format'],
    ['one question in two spellings', { question_ids: [here, here.toUpperCase()] }, '#/question_ids invalid_format'],
    ['something that is not an id', { question_ids: [here, 'nonsense'] }, '#/question_ids/1 invalid_format'],
    ['null for an id', { question_ids: [null, there] }, '#/question_ids/0 invalid_type'],
    ['a single string', { question_ids: here }, '#/question_ids invalid_type'],
    ['an empty note', { question_ids: [here, there], note: ' ' }, '#/note too_short'],
    ['a note of 501 characters', { question_ids: [here, there], note: 'x'.repeat(501) }, '#/note too_long'],
    ['a note with U+0000', { question_ids: [here, there], note: 'a\u0000b' }, '#/note invalid_characters'],
    ['a note that is not a string', { question_ids: [here, there], note: 1 }, '#/note invalid_type'],
    ['another author', { question_ids: [here, there], created_by: 'me' }, '#/created_by unknown_field'],
  ])('rejects %s', async (_name, payload, place) => {
    const before = await countRows(service, 'duplicate_dismissals');
    const reply = await service.request({ ...request, payload });
    expect(reply.statusCode, reply.body).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([place]);
    expect(await countRows(service, 'duplicate_dismissals')).toBe(before);
  });

  it('points at each question that does not exist or is deleted', async () => {
    const [kept, deleted] = await createPair(service);
    await service.request({ method: 'DELETE', url: `/questions/${deleted}` });
    const one = await service.request({ ...request, payload: { question_ids: [deleted, kept] } });
    expect(expectProblem(one, 400, 'resource_missing').errors).toEqual([
      { code: 'resource_missing', pointer: '#/question_ids/0', detail: `No question has the id "${deleted}".` },
    ]);
    const both = await service.request({ ...request, payload: { question_ids: [UNKNOWN_ID, deleted] } });
    expect(expectProblem(both, 400, 'resource_missing').errors).toMatchObject([
      { pointer: '#/question_ids/0' },
      { pointer: '#/question_ids/1' },
    ]);
    expect(await countRows(service, 'duplicate_dismissals', `'${deleted}' in (question_a, question_b)`)).toBe(0);
  });

  it('stores nothing under the key of a rejected request', async () => {
    const pair = await createPair(service);
    const keyed = (question_ids: string[]) => withKey(dismissalRequest({ question_ids }), 'tried first');
    expectProblem(await service.request(keyed([pair[0], UNKNOWN_ID])), 400, 'resource_missing');
    expect((await service.request(keyed(pair))).statusCode).toBe(201);
  });
});

describe('403', () => {
  it('rejects callers who may not see answers, since notes can reveal them', async () => {
    const pair = await createPair(service);
    await dismiss(service, pair, 'One means Mercury, the other Neptune');
    const { token } = await createKey(service, { scopes: ['questions:write', 'questions:play'] });
    const reply = await service.request(dismissalRequest({ question_ids: pair }, bearer(token)));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:read');
    expect(reply.body).not.toContain('Mercury');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, freshRequest);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, freshRequest, { question_ids: [here, there] });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => dismissalRequest({ question_ids: await createPair(other) }), 'duplicate_dismissals');
});

async function rowOf(id: string): Promise<unknown> {
  const { rows } = await service.deps.db.reads.query({
    text: 'select * from duplicate_dismissals where id = $1',
    values: [id],
  });
  return rows;
}
