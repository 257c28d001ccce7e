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
import { type DrawStep, openDraw, takeAll, takeNext } from './steps.ts';

const BANK_SIZE = 30;
const service = await startTestService();
const bank = await service.create(
  Array.from({ length: BANK_SIZE }, (_, index) =>
    draft({ question_text: `Question ${index}?`, category: index % 2 === 0 ? 'Astronomy' : 'Geography' }),
  ),
);
const texts = bank.map((question) => question.question_text);

async function nextRequest(): Promise<InjectOptions> {
  const { id } = await openDraw(service);
  return { method: 'POST', url: `/draws/${id}/next`, payload: { count: 2 } };
}
const request = await nextRequest();

/** Opens a draw and returns the texts that these steps draw. */
async function walk(seed: string, counts: readonly number[]): Promise<string[]> {
  const { id } = await openDraw(service, { seed });
  const given: string[] = [];
  for (const count of counts) {
    given.push(...(await takeNext(service, id, count)).data.map((question) => question.question_text));
  }
  return given;
}

describe('200', () => {
  it('returns one complete question if no count is given', async () => {
    const { id } = await openDraw(service);
    const { data, draw } = await takeNext(service, id);
    expect(data).toHaveLength(1);
    expect(data[0]).toEqual(bank.find((question) => question.id === data[0]?.id));
    expect(draw).toMatchObject({ id, drawn: 1, remaining: BANK_SIZE - 1, exhausted: false });
  });

  it.each([1, 7, 10, 29, 30, 31, 100])(
    'never repeats, counts down exactly and ends exhausted, %i at a time',
    async (count) => {
      const { id } = await openDraw(service);
      const seen: string[] = [];
      for (let left = BANK_SIZE; left > 0; ) {
        const { data, draw } = await takeNext(service, id, count);
        expect(data).toHaveLength(Math.min(count, left));
        left -= data.length;
        seen.push(...data.map((question) => question.question_text));
        expect(draw).toMatchObject({ drawn: seen.length, remaining: left, exhausted: left === 0 });
      }
      expect([...seen].sort()).toEqual([...texts].sort());
      const after = await takeNext(service, id, count);
      expect(after).toMatchObject({ data: [], draw: { drawn: BANK_SIZE, remaining: 0, exhausted: true } });
    },
  );

  it('returns the same questions in the same order for the same seed', async () => {
    const [one, other] = [await walk('repeatable', [1, 5, 2, 22]), await walk('repeatable', [1, 5, 2, 22])];
    expect(other).toEqual(one);
    expect(one).toHaveLength(BANK_SIZE);
  });

  it('returns the same questions for the same seed and number, in steps of any size', async () => {
    const [one, other] = [await walk('repeatable', [1, 5, 2]), await walk('repeatable', [8])];
    expect(one.sort()).toEqual(other.sort());
  });

  it('starts at another question for another seed', async () => {
    const firsts = new Set<string | undefined>();
    for (let seed = 0; seed < 20; seed += 1) {
      const { id } = await openDraw(service, { seed: String(seed) });
      firsts.add((await takeNext(service, id)).data[0]?.id);
    }
    expect(firsts.size).toBeGreaterThan(5);
  });

  it('never gives one question to two callers at once', async () => {
    const { id } = await openDraw(service);
    const steps = await Promise.all(Array.from({ length: 6 }, () => takeNext(service, id, 4)));
    const ids = steps.flatMap((step) => step.data.map((question) => question.id));
    expect(ids).toHaveLength(24);
    expect(new Set(ids).size).toBe(24);
    expect(steps.map((step) => step.draw.remaining).sort((left, right) => Number(left) - Number(right))).toEqual([
      6, 10, 14, 18, 22, 26,
    ]);
  });

  it('keeps draws independent: a question drawn in one can be drawn in another', async () => {
    const [one, other] = [await openDraw(service), await openDraw(service)];
    await takeAll(service, one.id);
    expect(await takeAll(service, other.id)).toHaveLength(BANK_SIZE);
  });

  replaysByKey(service, nextRequest);

  it('advances the draw once, however often an Idempotency-Key is repeated', async () => {
    const { id } = await openDraw(service);
    const keyed = { ...request, url: `/draws/${id}/next`, headers: { 'idempotency-key': 'lost response' } };
    const first = await service.request(keyed);
    expect((await service.request(keyed)).json()).toEqual(first.json());
    const { data, draw } = await takeNext(service, id, 2);
    expect(draw.drawn).toBe(4);
    const before = first.json<DrawStep>().data.map((question) => question.id);
    expect(before).not.toContain(data[0]?.id);
  });

  it('keeps the same key of two draws apart', async () => {
    const headers = { 'idempotency-key': 'shared key' };
    const replies = await Promise.all(
      [await nextRequest(), await nextRequest()].map((next) => service.request({ ...next, headers })),
    );
    expect(replies.map((reply) => reply.headers['idempotent-replayed'])).toEqual([undefined, undefined]);
    expect(replies.map((reply) => reply.json<DrawStep>().draw.drawn)).toEqual([2, 2]);
  });

  it.each([
    ['a filter that counted blocks support', { category: 'Literature' }, { category: 'Science' }],
    ['any other filter', { topic_focus: 'changing' }, { topic_focus: 'elsewhere' }],
  ])('omits questions that have been deleted or no longer match %s', async (_name, filter, change) => {
    const members = await service.create(
      Array.from({ length: 6 }, (_, index) => draft({ question_text: `Changing ${index}?`, ...filter })),
    );
    const { id } = await openDraw(service, { filter });
    const first = (await takeNext(service, id, 2)).data.map((question) => question.id);
    const [deleted, moved, ...kept] = members.filter((question) => !first.includes(question.id));
    await service.request({ method: 'DELETE', url: `/questions/${deleted?.id}` });
    await service.request({ method: 'PUT', url: `/questions/${moved?.id}`, payload: change });
    expect((await service.request({ url: `/draws/${id}` })).json()).toMatchObject({ drawn: 2, remaining: 2 });
    expect((await takeAll(service, id)).sort()).toEqual(kept.map((question) => question.question_text).sort());
    for (const question of members) await service.request({ method: 'DELETE', url: `/questions/${question.id}` });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['a count of zero', { count: 0 }, 'out_of_range'],
    ['a count of more than a hundred', { count: 101 }, 'out_of_range'],
    ['a fraction', { count: 1.5 }, 'invalid_type'],
    ['a number as a string', { count: '5' }, 'invalid_type'],
  ])('rejects %s', async (_name, payload, code) => {
    const { errors } = expectProblem(await service.request({ ...request, payload }), 400, 'validation_error');
    expect(errors).toMatchObject([{ code, pointer: '#/count' }]);
  });

  it('suggests the nearest field for an unknown one', async () => {
    const reply = await service.request({ ...request, payload: { cuont: 5 } });
    expect(expectProblem(reply, 400, 'unknown_field').detail).toContain('Did you mean `count`?');
  });

  it('does not advance the draw for a rejected request', async () => {
    const next = await nextRequest();
    await service.request({ ...next, payload: { count: 0 } });
    expect((await service.request(next)).json<DrawStep>().draw.drawn).toBe(2);
  });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '%00'])('does not find %s', async (id) => {
    const reply = await service.request({ method: 'POST', url: `/draws/${id}/next`, payload: {} });
    expectProblem(reply, 404, 'draw_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, nextRequest);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, nextRequest, { count: 3 });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => {
    const { id } = await openDraw(other);
    return { method: 'POST', url: `/draws/${id}/next`, payload: {} };
  });
});
