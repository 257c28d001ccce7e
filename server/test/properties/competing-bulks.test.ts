import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';

const ROUNDS = 4;
const SIZE = 1000;

const service = await startTestService();

it('stores one of two arrays with the same external_ids in opposite order and rejects the other with 409', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const questions = Array.from({ length: SIZE }, (_, index) => draft({ external_id: `${round}-${index}` }));
    const replies = await Promise.all(
      [questions, questions.toReversed()].map((payload) =>
        service.request({ method: 'POST', url: '/questions', payload }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([201, 409]);
  }
  const page = await service.request({ url: `/questions?limit=${SIZE}` });
  const { data, pagination } = page.json<{ data: { external_id: string }[]; pagination: { total: number } }>();
  expect(pagination.total).toBe(ROUNDS * SIZE);
  const sent = Array.from({ length: SIZE }, (_, index) => `0-${index}`);
  const stored = data.map(({ external_id }) => external_id);
  expect([sent, sent.toReversed()]).toContainEqual(stored); // creation order is that of the array
});
