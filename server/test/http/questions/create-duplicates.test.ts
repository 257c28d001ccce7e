import { describe, expect, it } from 'vitest';
import { likenessKeys } from '../../../src/domain/likeness/likeness-keys.ts';
import { countCommonKeys } from '../../../src/store/duplicates/near-duplicates.ts';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';

const service = await startTestService();

const PLANET = { question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury' };
const REWORDED = {
  question_text: 'What is the name of the planet that is nearest to the Sun?',
  correct_answer: 'mercury',
};
const SIBLING = { question_text: 'Which planet is the largest of the solar system?', correct_answer: 'Jupiter' };
const CONTRADICTING = { question_text: 'Which planet is the closest to the sun', correct_answer: 'Venus' };

interface Rejection {
  code: string;
  detail: string;
  errors: { code: string; detail: string; pointer: string; existing_id?: string }[];
}

const post = (onDuplicate: string | null, payload: object, headers: Headers = {}) =>
  service.request({
    method: 'POST',
    url: onDuplicate === null ? '/questions' : `/questions?on_duplicate=${onDuplicate}`,
    payload,
    headers,
  });
const count = async () =>
  (await service.request({ url: '/questions?limit=1' })).json<{ pagination: { total: number } }>().pagination.total;

const [planet] = await service.create(draft(PLANET));
if (planet === undefined) throw new Error('not created');

describe('on_duplicate=reject', () => {
  it.each([
    ['word for word', PLANET, 'is the same word for word'],
    [
      'in other case and punctuation',
      { ...PLANET, question_text: 'WHICH planet is closest to the sun' },
      'is the same word for word',
    ],
    ['in other words', REWORDED, 'asks the same in other words'],
    ['with another answer', CONTRADICTING, 'asks the same, with another answer'],
  ])('rejects a question that already exists %s, and names it', async (_, content, words) => {
    const before = await count();
    const reply = await post('reject', draft(content));
    expect(reply.statusCode).toBe(409);
    const rejection = reply.json<Rejection>();
    expect(rejection.code).toBe('duplicate_question');
    expect(rejection.errors).toEqual([
      { code: 'duplicate_question', detail: `Question ${planet.id} ${words}.`, pointer: '#', existing_id: planet.id },
    ]);
    expect(await count()).toBe(before);
  });

  it('takes an answer that the other question accepts for the same', async () => {
    const isle = { question_text: 'What is the second-largest island of Cuba?', correct_answer: 'Isla de la Juventud' };
    await service.create(draft({ ...isle, accepted_answers: ['Isle of Pines'] }));
    const rejectionOf = async (correct_answer: string) => {
      const question_text = 'Which is the second-largest island of Cuba?';
      const reply = await post('reject', draft({ question_text, correct_answer }));
      return reply.json<Rejection>().errors[0]?.detail;
    };
    expect(await rejectionOf('isle of pines')).toContain('asks the same, with the answer worded differently.');
    expect(await rejectionOf('Cayo Romano')).toContain('asks the same, with another answer.');
  });

  it('stores new questions', async () => {
    const reply = await post('reject', draft(SIBLING));
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['link']).toBeUndefined();
  });

  it('rejects a whole list and names every duplicate, including those within the list', async () => {
    const before = await count();
    const fresh = { question_text: 'Who composed the opera Fidelio?', correct_answer: 'Ludwig van Beethoven' };
    const reply = await post('reject', [draft(fresh), draft(PLANET), draft(fresh)]);
    expect(reply.statusCode).toBe(409);
    expect(reply.json<Rejection>().errors).toEqual([
      expect.objectContaining({ pointer: '#/1', existing_id: planet.id }),
      {
        code: 'duplicate_question',
        detail: 'An earlier question of this request is the same word for word.',
        pointer: '#/2',
      },
    ]);
    expect(await count()).toBe(before);
  });

  it('stores the rest of a list when lenient', async () => {
    const fresh = { question_text: 'Which river flows through Budapest?', correct_answer: 'Danube' };
    const reply = await post('reject', [draft(PLANET), draft(fresh)], { prefer: 'handling=lenient' });
    expect(reply.statusCode).toBe(207);
    const [first, second] = reply.json<{
      data: { status: number; problem?: Rejection; question?: StoredQuestion }[];
    }>().data;
    expect(first?.status).toBe(409);
    expect(first?.problem?.errors[0]?.existing_id).toBe(planet.id);
    expect(second?.question?.question_text).toBe(fresh.question_text);
  });

  it('accepts one of many simultaneous requests with the same question', async () => {
    const fresh = { question_text: 'Which bridge spans the Golden Horn at Karaköy?', correct_answer: 'Galata Bridge' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => post('reject', draft(fresh))));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('does not see deleted questions', async () => {
    const fresh = { question_text: 'Which gas makes up most of the air?', correct_answer: 'Nitrogen' };
    const [made] = await service.create(draft(fresh));
    expect((await post('reject', draft(fresh))).statusCode).toBe(409);
    await service.request({ method: 'DELETE', url: `/questions/${made?.id}` });
    expect((await post('reject', draft(fresh))).statusCode).toBe(201);
  });
});

describe('on_duplicate=warn', () => {
  it('stores the question and links the existing one', async () => {
    const reply = await post('warn', draft(REWORDED));
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['link']).toBe(`</questions/${planet.id}>; rel="duplicate"; title="near"`);
    expect(reply.json<StoredQuestion>().question_text).toBe(REWORDED.question_text);
  });

  it('lists the duplicates of a list', async () => {
    const fresh = { question_text: 'What is the chemical symbol of tungsten?', correct_answer: 'W' };
    const reply = await post('warn', [draft(fresh), draft(fresh)]);
    expect(reply.statusCode).toBe(201);
    const { data, duplicates } = reply.json<{ data: StoredQuestion[]; duplicates: object[] }>();
    expect(data).toHaveLength(2);
    expect(duplicates).toEqual([{ index: 1, question_id: data[0]?.id, relation: 'exact', likeness: 1 }]);
  });

  it('reports them for each element when lenient', async () => {
    const reply = await post('warn', [draft(CONTRADICTING), draft({ ...PLANET, difficulty: 7 })], {
      prefer: 'handling=lenient',
    });
    const [first, second] = reply.json<{ data: { status: number; duplicate?: { relation: string } }[] }>().data;
    expect(first).toMatchObject({ status: 201, duplicate: { index: 0, question_id: planet.id, relation: 'conflict' } });
    expect(second?.status).toBe(400);
  });
});

describe('the count of common keys in the database statistics', () => {
  const keysOf = async () => {
    await service.deps.db.writes.query({ text: 'analyze question_features' });
    return countCommonKeys(service.deps.db.reads);
  };

  it('is small in a small bank, and includes a key that many questions share', async () => {
    const bank = await startTestService();
    await bank.create([draft(PLANET), draft(SIBLING)]);
    await bank.deps.db.writes.query({ text: 'analyze question_features' });
    expect([...(await countCommonKeys(bank.deps.db.reads)).values()].every((count) => count <= 2)).toBe(true);
    const [key] = likenessKeys(PLANET);
    await service.create(Array.from({ length: 50 }, () => draft(PLANET)));
    expect((await keysOf()).get(key ?? 0)).toBeGreaterThan(50);
  });
});

describe('without on_duplicate', () => {
  it.each([null, 'allow'])('stores every question without a report (%s)', async (onDuplicate) => {
    const reply = await post(onDuplicate, draft(PLANET));
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['link']).toBeUndefined();
    expect(Object.keys((await post(onDuplicate, [draft(PLANET)])).json<object>())).toEqual(['data']);
  });

  it('reports nothing for any element when lenient', async () => {
    const reply = await post(null, [draft(PLANET), { difficulty: 7 }], { prefer: 'handling=lenient' });
    const [first, second] = reply.json<{ data: { status: number; duplicate?: object }[] }>().data;
    expect(first).toMatchObject({ status: 201 });
    expect(first?.duplicate).toBeUndefined();
    expect(second?.status).toBe(400);
  });

  it('rejects an unknown value', async () => {
    expect((await post('ignore', draft(PLANET))).statusCode).toBe(400);
  });
});
