import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';

const ROUNDS = 4;
const SIZE = 1000;

const service = await startTestService();

it('stores one of two arrays that hold the same external_ids in opposite order and refuses the other with 409', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const questions = Array.from({ length: SIZE }, (_, index) => draft({ external_id: `${round}-${index}` }));
    const answers = await Promise.all(
      [questions, questions.toReversed()].map((payload) =>
        service.request({ method: 'POST', url: '/questions', payload }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409]);
  }
  const page = await service.request({ url: '/questions?limit=1' });
  expect(page.json()).toMatchObject({ pagination: { total: ROUNDS * SIZE } });
});
