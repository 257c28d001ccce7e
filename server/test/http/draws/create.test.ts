import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
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
import { type DrawState, openDraw, takeAll } from './steps.ts';

const service = await startTestService();
const bank = await service.create([
  draft({ question_text: 'Which planet is largest?', difficulty: 0, tags: ['planets'] }),
  draft({ question_text: 'Which planet has rings?', difficulty: 1, tags: ['planets'] }),
  draft({ question_text: 'How far is the Moon?', difficulty: 2, language: 'en-GB', topic_focus: 'Moon' }),
  draft({ question_text: 'What is the capital of France?', category: 'Geography', external_id: 'paris' }),
  draft({ question_text: 'Where is the Nile?', category: 'Geography', status: 'draft' }),
  draft({ question_text: 'Where was Carthage?', category: 'Geography', status: 'archived' }),
]);
const ids = bank.map((question) => question.id);
const request: InjectOptions = { method: 'POST', url: '/draws', payload: {} };

describe('201', () => {
  it('opens a draw over all ready questions and returns its address', async () => {
    const reply = await service.request(request);
    const draw = reply.json<DrawState>();
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['location']).toBe(`/draws/${draw.id}`);
    expect(draw).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u),
      seed: expect.stringMatching(/^.{1,100}$/u),
      filter: {},
      drawn: 0,
      remaining: 4,
      exhausted: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u),
    });
    expect((await service.request({ url: String(reply.headers['location']) })).json()).toEqual(draw);
  });

  it('keeps addresses under /v1 for a caller of /v1', async () => {
    const reply = await service.request({ ...request, url: '/v1/draws' });
    expect(reply.headers['location']).toBe(`/v1/draws/${reply.json<DrawState>().id}`);
  });

  it.each([
    ['category, in any letter case', { category: 'gEOGRAPHY' }, [3]],
    ['several categories and levels', { category: ['Geography', 'Astronomy'], difficulty: [0, 2] }, [0, 2, 3]],
    ['one level', { difficulty: 1 }, [1]],
    ['status', { status: ['draft', 'archived'] }, [4, 5]],
    ['tag', { tag: 'planets' }, [0, 1]],
    ['language, in any letter case', { language: 'EN-gb' }, [2]],
    ['topic', { topic_focus: 'Moon' }, [2]],
    ['search words', { q: 'planets' }, [0, 1]],
    ['ids, whatever their status', { ids: [ids[0], ids[4]] }, [0, 4]],
    ['external id', { external_id: 'paris' }, [3]],
    ['time of creation', { created_after: '2999-01-01T00:00:00Z' }, []],
  ])('draws only matching questions: %s', async (_name, filter, expected) => {
    const draw = await openDraw(service, { filter });
    expect(draw).toMatchObject({ filter, remaining: expected.length, exhausted: expected.length === 0 });
    expect((await takeAll(service, draw.id)).sort()).toEqual(
      expected.map((index) => String(bank[index]?.question_text)).sort(),
    );
  });

  it('keeps the given seed', async () => {
    expect(await openDraw(service, { seed: 'my seed' })).toMatchObject({ seed: 'my seed' });
  });

  it('chooses a new seed each time if none is given', async () => {
    const seeds = new Set(await Promise.all([1, 2, 3].map(async () => (await openDraw(service)).seed)));
    expect(seeds.size).toBe(3);
  });

  replaysByKey(service, async () => request);

  it('opens one draw however often a key is repeated', async () => {
    const headers = { 'idempotency-key': 'again' };
    const before = await countDraws();
    const [first, second] = [
      await service.request({ ...request, headers }),
      await service.request({ ...request, headers }),
    ];
    expect(second.json<DrawState>().id).toBe(first.json<DrawState>().id);
    expect(await countDraws()).toBe(before + 1);
  });

  it('keeps draws of callers without a token apart, even with the same key', async () => {
    const open = (remoteAddress: string) =>
      service.request({
        method: 'POST',
        url: '/draws',
        remoteAddress,
        headers: { 'idempotency-key': 'game-1' },
        payload: {},
      });
    const [mine, again, others] = [await open('192.0.2.1'), await open('192.0.2.1'), await open('192.0.2.2')];
    expect(again.json()).toEqual(mine.json());
    expect(others.statusCode).toBe(201);
    expect(others.headers['idempotent-replayed']).toBeUndefined();
    expect(others.json<{ id: string }>().id).not.toBe(mine.json<{ id: string }>().id);
    expect((await open('2001:db8::1')).headers['idempotent-replayed']).toBeUndefined();
    expect((await open('2001:db8::2')).headers['idempotent-replayed']).toBe('true'); // the same household
  });

  it('reports a minimum of the remaining questions if counting all would take too long', async () => {
    const large = await startTestService();
    await large.create(Array.from({ length: 1000 }, () => draft()));
    expect(await openDraw(large)).toMatchObject({ remaining: 1000, exhausted: false });
    await large.create(draft());
    expect(await openDraw(large)).toMatchObject({ remaining: null, remaining_at_least: 1000, exhausted: false });
  });
});

async function countDraws(): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: number }>('select count(*)::int as count from draws');
  return rows[0]?.count ?? 0;
}

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('suggests the nearest field for an unknown one', async () => {
    const problem = expectProblem(
      await service.request({ ...request, payload: { filter: { categry: 'Science' } } }),
      400,
      'unknown_field',
    );
    expect(problem.errors).toMatchObject([{ code: 'unknown_field', pointer: '#/filter/categry' }]);
    expect(problem.detail).toContain('Did you mean `category`?');
  });

  it('reports every violation at once, with its place', async () => {
    const filter = { category: ['Science', 'Alchemy'], difficulty: 3, ids: ['x'], created_after: '2026-02-30' };
    const reply = await service.request({ ...request, payload: { filter, seed: '' } });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    const places = errors.map(({ code, pointer }) => `${pointer} ${code}`).sort();
    expect(places).toEqual([
      '#/filter/category/1 not_allowed',
      '#/filter/created_after invalid_format',
      '#/filter/difficulty out_of_range',
      '#/filter/ids/0 invalid_format',
      '#/seed too_short',
    ]);
  });

  it('lists the existing categories', async () => {
    const reply = await service.request({ ...request, payload: { filter: { category: 'Alchemy' } } });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors[0]?.allowed).toContain('General Knowledge');
  });

  it('rejects a search without a searchable word, with a pointer to it', async () => {
    const reply = await service.request({ ...request, payload: { filter: { q: 'what is the' } } });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'no_search_words', pointer: '#/filter/q' }]);
    expect(errors[0]).not.toHaveProperty('parameter');
  });

  it.each([
    ['control characters', { seed: 'a\u0000b' }, 'invalid_characters'],
    ['a number for a string', { seed: 7 }, 'invalid_type'],
    ['an overlong seed', { seed: 's'.repeat(101) }, 'too_long'],
    ['null for the filter', { filter: null }, 'invalid_type'],
    ['an empty list', { filter: { ids: [] } }, 'too_short'],
  ])('rejects %s', async (_name, payload, code) => {
    const { errors } = expectProblem(await service.request({ ...request, payload }), 400, 'validation_error');
    expect(errors.map((error) => error.code)).toEqual([code]);
  });

  it('rejects a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    expectProblem(await service.request({ ...request, headers, payload: '{"seed":' }), 400, 'invalid_json');
  });

  it('opens no draw for a rejected request', async () => {
    const headers = { 'idempotency-key': 'rejected-then-fixed' };
    expect((await service.request({ ...request, headers, payload: { seed: '' } })).statusCode).toBe(400);
    const fixed = await service.request({ ...request, headers });
    expect(fixed.statusCode).toBe(201);
    expect(fixed.headers['idempotent-replayed']).toBeUndefined();
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, async () => request, { seed: 'another' });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'draws');
});
