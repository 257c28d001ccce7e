import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  countStatuses,
  createOne,
  eventsOf,
  expectProblem,
  getBody,
  type ProblemBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

const service = await startTestService();
const post = (payload: object, headers: Record<string, string> = {}) =>
  service.request({ method: 'POST', url: '/questions', payload, headers });

async function countStored(): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: number }>(
    'select (select count(*) from questions)::integer as count',
  );
  return rows[0]?.count ?? 0;
}

/** Checks that the number of questions in the bank does not change. */
async function storesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await countStored();
  await work();
  expect(await countStored()).toBe(before);
}

interface LenientBody {
  data: { status: number; question?: StoredQuestion; problem?: ProblemBody }[];
}

describe('200', () => {
  it('updates a question by its external_id on request; create-conflicts.test.ts tests the rest', async () => {
    const before = await createOne(service, { external_id: 'upserted' });
    const request = { method: 'POST', url: '/questions?on_conflict=update' } as const;
    const payload = draft({ external_id: 'upserted', difficulty: 2 });
    const reply = await service.request({ ...request, payload });
    expect([reply.statusCode, reply.json<StoredQuestion>().id]).toEqual([200, before.id]);
  });
});

describe('201', () => {
  it('stores one question with its defaults and returns its address', async () => {
    const reply = await post(draft());
    expect(reply.statusCode).toBe(201);
    const question = reply.json<StoredQuestion>();
    expect(question).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u) as string,
      question_text: 'Which planet is closest to the Sun?',
      kind: 'text',
      correct_answer: 'Mercury',
      category: 'Astronomy',
      difficulty: 0,
      topic_focus: null,
      key: null,
      scoring: 'all_or_nothing',
      accepted_answers: [],
      incorrect_answers: [],
      explanation: null,
      tags: [],
      language: 'en',
      source: null,
      license: null,
      external_id: null,
      status: 'ready',
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u) as string,
      updated_at: question.created_at,
    });
    expect(reply.headers).toMatchObject({ location: `/questions/${question.id}`, etag: '"1"' });
    expect(await getBody(service, String(reply.headers.location))).toEqual(question);
  });

  it('keeps every field that was given', async () => {
    const given = draft({
      topic_focus: 'Planets',
      accepted_answers: ['Mercurius', 'The "first" planet', '{a,b}', 'back\\slash', 'NULL'],
      incorrect_answers: ['Venus', 'Mars'],
      explanation: 'Line one\nline\ttwo <b>&amp;',
      tags: ['planets', 'solar system'],
      language: 'en-GB',
      source: 'A book',
      license: 'CC0-1.0',
      external_id: 'book/1',
      status: 'draft',
    });
    const reply = await post(given);
    expect(reply.json()).toMatchObject(given);
  });

  it('treats null in any optional field as the default', async () => {
    const [plain] = await service.create(draft());
    const nulls = Object.fromEntries(
      Object.entries(plain ?? {})
        .filter(([field]) => !/^(?:id|version|.*_at)$/u.test(field) && !(field in draft()))
        .map(([field]) => [field, null]),
    );
    expect(Object.keys(nulls)).toHaveLength(13);
    const reply = await post(draft(nulls));
    const { id: _id, created_at: _created, updated_at: _updated, ...content } = reply.json<StoredQuestion>();
    expect(plain).toMatchObject(content);
  });

  it('trims and normalizes texts, and spells category and language as the bank does', async () => {
    const reply = await post(
      draft({
        question_text: ' \n Who wrote “Cafe\u0301”? ',
        correct_answer: '\u00a0A\u030angstro\u0308m\t',
        category: 'gENERAL knowledge',
        language: 'PT-br',
        tags: [' cafe\u0301 '],
      }),
    );
    expect(reply.json()).toMatchObject({
      question_text: 'Who wrote “Caf\u00e9”?',
      correct_answer: '\u00c5ngstr\u00f6m',
      category: 'General Knowledge',
      language: 'pt-BR',
      tags: ['caf\u00e9'],
    });
  });

  it('counts characters, not bytes or surrogates', async () => {
    const longest = {
      question_text: '🪐'.repeat(4000),
      correct_answer: '🪐'.repeat(1000),
      topic_focus: '🪐'.repeat(100),
    };
    expect((await post(draft(longest))).json()).toMatchObject(longest);
  });

  it('uses addresses under /v1 for a caller of /v1', async () => {
    const reply = await service.request({ method: 'POST', url: '/v1/questions', payload: draft() });
    expect(reply.headers.location).toBe(`/v1/questions/${reply.json<StoredQuestion>().id}`);
  });

  it('stores a list in its order and replies with all of it', async () => {
    const texts = ['Third?', 'First?', 'Second?'];
    const reply = await post(texts.map((question_text) => draft({ question_text, external_id: question_text })));
    expect(reply.statusCode).toBe(201);
    expect(reply.headers.location).toBeUndefined();
    const { data } = reply.json<{ data: StoredQuestion[] }>();
    expect(data.map((question) => question.question_text)).toEqual(texts);
    const listed = await getBody(service, `/questions?ids=${data.map(({ id }) => id).join(',')}`);
    expect(listed.data).toEqual(data);
  });

  it('replies to a list of one with a list', async () => {
    expect((await post([draft()])).json()).toEqual({ data: [expect.objectContaining(draft())] });
  });

  it('accepts a thousand at once, in order', async () => {
    const drafts = Array.from({ length: 1000 }, (_, index) =>
      draft({ question_text: `Question ${index}?`, topic_focus: 'A thousand' }),
    );
    const reply = await post(drafts);
    expect(reply.statusCode).toBe(201);
    const listed = await getBody(service, '/questions?topic_focus=A%20thousand&limit=1000');
    expect(listed.data).toEqual(reply.json<{ data: StoredQuestion[] }>().data);
    expect(listed.data.map((question) => question.question_text)).toEqual(drafts.map((given) => given.question_text));
  });

  it('writes the event of each question in the transaction that stores it', async () => {
    const [one, two] = await service.create([draft(), draft()]);
    for (const question of [one, two]) {
      expect(await eventsOf(service, question?.id ?? '')).toEqual([
        {
          type: 'question.created',
          version: 1,
          changed: [],
          actor: 'anonymous',
          occurred_at: new Date(question?.created_at ?? ''),
          with_question: true,
        },
      ]);
    }
  });

  it('ignores lenient handling for a single question', async () => {
    const reply = await post(draft(), { prefer: 'handling=lenient' });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['preference-applied']).toBeUndefined();
  });
});

describe('207', () => {
  const lenient = { prefer: 'handling=lenient' };

  it('stores the valid elements of a list and reports the violations of each other one', async () => {
    const before = await countStored();
    const good = draft({ question_text: '  Trimmed? ', category: 'science' });
    const reply = await post(
      [draft({ category: 'Sports', difficulty: 7 }), good, 'no object', [draft()], null],
      lenient,
    );
    expect(reply.statusCode).toBe(207);
    expect(reply.headers['preference-applied']).toBe('handling=lenient');
    const { data } = reply.json<LenientBody>();
    expect(data.map(({ status }) => status)).toEqual([400, 201, 400, 400, 400]);
    expect(data[0]?.problem?.errors.map(({ pointer }) => pointer)).toEqual(['#/category', '#/difficulty']);
    expect(data[0]?.problem?.type).toMatch(/^http.*\/problems\/validation_error$/u);
    expect(data[1]?.question).toMatchObject({ question_text: 'Trimmed?', category: 'Science', version: 1 });
    expect(data[2]?.problem?.errors).toMatchObject([{ code: 'invalid_type', pointer: '#' }]);
    expect(await countStored()).toBe(before + 1);
    expect(await getBody(service, `/questions/${data[1]?.question?.id}`)).toEqual(data[1]?.question);
    expect(await eventsOf(service, String(data[1]?.question?.id))).toMatchObject([{ type: 'question.created' }]);
  });

  it('gives an external_id to the first valid element that has it', async () => {
    await createOne(service, { external_id: 'lenient/0' });
    const reply = await post(
      [
        draft({ external_id: 'lenient/0' }),
        draft({ external_id: 'lenient/1', difficulty: -1 }),
        draft({ external_id: 'lenient/1' }),
        draft({ external_id: 'lenient/1' }),
      ],
      lenient,
    );
    const { data } = reply.json<LenientBody>();
    expect(data.map(({ status }) => status)).toEqual([409, 400, 201, 409]);
    expect(data[3]?.problem).toMatchObject({
      code: 'external_id_taken',
      errors: [{ code: 'external_id_taken', pointer: '#/external_id' }],
    });
  });

  it('replies with 207 even if all elements are valid or none is', async () => {
    const all = await post([draft(), draft()], { prefer: 'respond-async, handling="lenient"' });
    expect(all.json<LenientBody>().data.map(({ status }) => status)).toEqual([201, 201]);
    const none = await post([{}, {}], lenient);
    expect(none.json<LenientBody>().data.map(({ status }) => status)).toEqual([400, 400]);
    expect([all.statusCode, none.statusCode]).toEqual([207, 207]);
  });

  it('is replayed by key like any other response', async () => {
    const headers = { ...lenient, 'idempotency-key': randomUUID() };
    const first = await post([draft(), {}], headers);
    const again = await post([draft(), {}], headers);
    expect(again.body).toBe(first.body);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'preference-applied': 'handling=lenient',
    });
  });

  it.each([
    ['no elements', [], 'too_short'],
    ['more than a thousand elements', Array.from({ length: 1001 }, () => draft()), 'too_long'],
  ])('rejects a list of %s as a whole', async (_name, drafts, code) => {
    await storesNothing(async () => {
      const problem = expectProblem(await post(drafts, lenient), 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code, pointer: '#' }]);
    });
  });

  it('rejects an unknown parameter, lenient or not', async () => {
    await storesNothing(async () => {
      const request = { method: 'POST', url: '/questions?surprise=1', payload: [draft()], headers: lenient } as const;
      expectProblem(await service.request(request), 400, 'unknown_parameter');
    });
  });

  it('rejects a body that is nested too deeply, with or without a key', async () => {
    const payload = `[{"tags":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`;
    const headers = { ...lenient, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const reply = await service.request({ method: 'POST', url: '/questions', payload, headers });
    const problem = expectProblem(reply, 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'too_deep' }]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { method: 'POST', url: '/questions', payload: draft() });
  rejectsMalformedKeys(service, { method: 'POST', url: '/questions', payload: draft() });

  it('reports every violation of every element at once, and stores none of the list', async () => {
    await storesNothing(async () => {
      const list = [
        draft(),
        draft({ difficulty: 3, tags: ['fine', ''] }),
        draft({ external_id: 'never' }),
        draft({ category: 'Sports', colour: 'red', correct_answer: undefined }),
        'text',
      ];
      const problem = expectProblem(await post(list), 400, 'validation_error');
      expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
        '#/1/difficulty out_of_range',
        '#/1/tags/1 too_short',
        '#/3/category not_allowed',
        '#/3/colour unknown_field',
        '#/3/correct_answer required',
        '#/4 invalid_type',
      ]);
    });
  });

  it('lists at most a hundred violations and reports their number', async () => {
    const problem = expectProblem(await post(Array.from({ length: 150 }, () => ({}))), 400, 'validation_error');
    expect(problem.errors).toHaveLength(100);
    expect(problem.detail).toContain('(and 599 more in `errors`)');
  });

  it('rejects a thousand and one', async () => {
    await storesNothing(async () => {
      const problem = expectProblem(await post(Array.from({ length: 1001 }, () => draft())), 400, 'validation_error');
      expect(problem.errors).toMatchObject([{ code: 'too_long', pointer: '#' }]);
    });
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { method: 'POST', url: '/questions', payload: draft() });
});

describe('409', () => {
  rejectsKeysInUse(service, async () => ({ method: 'POST', url: '/questions', payload: draft() }));

  it('rejects an external_id that another question has, until that one is deleted', async () => {
    const holder = await createOne(service, { external_id: 'held' });
    const problem = expectProblem(await post(draft({ external_id: ' held ' })), 409, 'external_id_taken');
    expect(problem.errors).toMatchObject([{ code: 'external_id_taken', pointer: '#/external_id' }]);
    await service.request({ method: 'DELETE', url: `/questions/${holder.id}` });
    expect((await post(draft({ external_id: 'held' }))).statusCode).toBe(201);
  });

  it('names every element whose external_id is already used, in the bank or in the list itself', async () => {
    await createOne(service, { external_id: 'in the bank' });
    await storesNothing(async () => {
      const list = ['new', 'in the bank', 'new', null, null].map((external_id) => draft({ external_id }));
      const problem = expectProblem(await post(list), 409, 'external_id_taken');
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['#/1/external_id', '#/2/external_id']);
    });
  });

  it('gives an external_id to one of many simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(draft({ external_id: 'contested' }))));
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 5 });
    const rejected = replies.filter(({ statusCode }) => statusCode === 409);
    for (const reply of rejected) expectProblem(reply, 409, 'external_id_taken');
  });
});

describe('413', () => {
  rejectsLargeBodies(service, { method: 'POST', url: '/questions' });

  it('rejects a list over 10 MiB', async () => {
    const reply = await post([draft({ explanation: 'x'.repeat(10 * 1024 * 1024) })]);
    expectProblem(reply, 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(service, { method: 'POST', url: '/questions' });
});

describe('422', () => {
  const prepare = async () => ({ method: 'POST', url: '/questions', payload: draft() }) as const;
  rejectsReusedKeys(service, prepare, draft({ difficulty: 1 }));
});

describe('428', () => {
  it('rejects updates without If-Match if the operator requires it, lenient or not', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    for (const prefer of ['', 'handling=lenient']) {
      const request = { method: 'POST', payload: [draft({ external_id: 'a' })], headers: { prefer } } as const;
      const reply = await strict.request({ ...request, url: '/questions?on_conflict=update' });
      expectProblem(reply, 428, 'precondition_required');
    }
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ method: 'POST', url: '/questions', payload: draft() });
});

describe('504', () => {
  timesOut({ method: 'POST', url: '/questions', payload: draft() });
});
