import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const all = (
  await Promise.all(
    Array.from({ length: 3 }, (_, batch) =>
      service.create(
        Array.from({ length: 500 }, (_entry, index) =>
          draft({
            difficulty: index % 3,
            tags: index % 5 === 0 ? ['fifth'] : [],
            category: batch === 0 ? 'Science' : 'Geography',
          }),
        ),
      ),
    ),
  )
).flat();

interface Step {
  data: { id: string }[];
  draw: { drawn: number; remaining: number | null; exhausted: boolean };
}

/** The remaining questions are counted up to this number. */
const COUNTED = 1000;

function toQuery(filter: Record<string, unknown>): string {
  return new URLSearchParams(
    Object.entries(filter).flatMap(([key, value]) =>
      [value].flat().map((item): [string, string] => [key, String(item)]),
    ),
  ).toString();
}

describe('a draw that never repeats', () => {
  it.each([
    ['one at a time', 1, { category: 'Science', difficulty: [1] }],
    ['by 7', 7, {}],
    ['by 100', 100, { category: ['Science', 'Geography'], difficulty: 2 }],
    ['through the general search', 33, { tag: 'fifth', status: 'ready' }],
  ])('returns every question exactly once and then reports that it is exhausted: %s', async (_name, count, filter) => {
    const opened = await service.request({ method: 'POST', url: '/draws', payload: { filter } });
    const { id } = opened.json<{ id: string }>();
    const facets = await service.request({ method: 'GET', url: `/questions/facets?${toQuery(filter)}` });
    const { total } = facets.json<{ total: number }>();
    expect(total).toBeGreaterThan(100);
    const seen: string[] = [];
    for (let step = 0; ; step += 1) {
      const reply = await service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count } });
      const { data, draw } = reply.json<Step>();
      seen.push(...data.map((question) => question.id));
      const left = total - seen.length;
      expect(draw).toMatchObject({ drawn: seen.length, remaining: left > COUNTED ? null : left });
      if (draw.exhausted) break;
      expect(step).toBeLessThan(2000);
    }
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(seen.length);
    const after = await service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count } });
    expect(after.json<Step>()).toMatchObject({ data: [], draw: { remaining: 0, exhausted: true } });
  });

  it('distributes the bank among 20 concurrent callers without a repeat', async () => {
    const opened = await service.request({ method: 'POST', url: '/draws', payload: { seed: 'shared' } });
    const { id } = opened.json<{ id: string }>();
    const take = async () => {
      const taken: string[] = [];
      for (;;) {
        const reply = await service.request({ method: 'POST', url: `/draws/${id}/next`, payload: { count: 9 } });
        const { data } = reply.json<Step>();
        if (data.length === 0) return taken;
        taken.push(...data.map((question) => question.id));
      }
    };
    const taken = (await Promise.all(Array.from({ length: 20 }, take))).flat();
    expect(taken.sort()).toEqual(all.map((question) => question.id).sort());
  });
});
