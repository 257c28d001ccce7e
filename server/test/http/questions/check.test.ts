import { describe, expect, it } from 'vitest';
import { type StoredQuestion, startTestService } from '../../harness.ts';
import {
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

interface Verdict {
  correct: boolean;
  matched: string | null;
  score: number;
}

const service = await startTestService();
const question = await createOne(service, {
  correct_answer: 'São Paulo',
  accepted_answers: ['Sampa', 'The City of Saint Paul'],
  category: 'Geography',
});
const request = { method: 'POST', url: `/questions/${question.id}/check`, payload: { answer: 'Sampa' } } as const;

async function check({ id }: StoredQuestion, answer: string): Promise<Verdict> {
  const checked = await service.request({ method: 'POST', url: `/questions/${id}/check`, payload: { answer } });
  expect(checked.statusCode, checked.body).toBe(200);
  return checked.json<Verdict>();
}

describe('200', () => {
  it.each([
    ['as it is written', 'São Paulo', 'São Paulo'],
    ['in another case', 'SÃO PAULO', 'São Paulo'],
    ['without its accents', 'sao paulo', 'São Paulo'],
    ['with separate accents', 'Sa\u0303o Paulo', 'São Paulo'],
    ['with other spaces and punctuation', '  “São  Paulo”! ', 'São Paulo'],
    ['by another accepted answer', 'sampa', 'Sampa'],
    ['without its article', 'city of saint paul', 'The City of Saint Paul'],
    ['with an article', 'the Sampa', 'Sampa'],
  ])('accepts the right answer %s, and returns it in the bank’s spelling', async (_name, answer, matched) => {
    expect(await check(question, answer)).toEqual({ correct: true, matched, score: 1, parts: null });
  });

  it.each([
    ['1000', '1,000'],
    ['1,000', '1000'],
    ['1,000,000', '1000000'],
    ['42', '42.0'],
    ['42', '042'],
    ['-40', '\u221240'],
    ['0.5', '0.50'],
    ['0', '-0'],
  ])('accepts for %s the number %s', async (correct_answer, answer) => {
    for (const category of ['Science', 'Mathematics']) {
      const numeric = await createOne(service, { correct_answer, category });
      expect(await check(numeric, answer)).toEqual({ correct: true, matched: correct_answer, score: 1, parts: null });
    }
  });

  it.each([
    ['1000', '1,00'],
    ['1000', '100'],
    ['1.5', '15'],
    ['-40', '40'],
    ['40', '-40'],
    ['9007199254740993', '9007199254740992'],
    ['0.1', '0.10000000000000001'],
  ])('does not accept for %s the number %s', async (correct_answer, answer) => {
    for (const category of ['Science', 'Mathematics']) {
      const numeric = await createOne(service, { correct_answer, category });
      expect(await check(numeric, answer)).toMatchObject({ correct: false, matched: null });
    }
  });

  it.each([
    ['x + 1', 'X+1'],
    ['2 − 2', '2-2'],
    ['2πr', '2ΠR'],
    ['x = √2', 'x=√2'],
  ])('reads the formula %s in %s', async (correct_answer, answer) => {
    const formula = await createOne(service, { correct_answer, category: 'Mathematics' });
    expect(await check(formula, answer)).toEqual({ correct: true, matched: correct_answer, score: 1, parts: null });
  });

  it.each([
    ['2+2', '2-2'],
    ['x < 3', 'x > 3'],
    ['x ≤ 3', 'x ≥ 3'],
    ['x ≠ 3', 'x = 3'],
    ['x^2', 'x2'],
    ['1/2', '12'],
    ['50%', '50'],
    ['x²', 'x2'],
  ])('does not accept the formula %s for %s', async (correct_answer, answer) => {
    const formula = await createOne(service, { correct_answer, category: 'Mathematics' });
    expect(await check(formula, answer)).toMatchObject({ correct: false, matched: null });
  });

  it.each(['Rio de Janeiro', 'São', 'Paulo', 'Sampaa', 'São Paolo', '?', 'the'])(
    'reports that %s is wrong and reveals nothing',
    async (answer) => {
      const verdict = await check(question, answer);
      expect(verdict).toEqual({ correct: false, matched: null, score: expect.any(Number) as number, parts: null });
      expect(verdict.score).toBeGreaterThanOrEqual(0);
      expect(verdict.score).toBeLessThan(1);
    },
  );

  it('never accepts a wrong option of a choice question', async () => {
    const choice = await createOne(service, { correct_answer: 'Mercury', incorrect_answers: ['Venus', 'Mars'] });
    expect(await check(choice, 'Venus')).toMatchObject({ correct: false, matched: null });
  });

  it('scores a near miss above a far one', async () => {
    const [near, far] = [await check(question, 'Sao Paolo'), await check(question, 'Rio')];
    expect(near.score).toBeGreaterThan(far.score);
  });

  it('compares answers of punctuation only literally', async () => {
    const sign = await createOne(service, { correct_answer: '?!', category: 'Literature' });
    expect(await check(sign, '?!')).toMatchObject({ correct: true });
    expect(await check(sign, '!?')).toMatchObject({ correct: false });
  });

  it('uses the current answers of the question', async () => {
    const changing = await createOne(service, { correct_answer: 'Pluto' });
    await service.request({ method: 'PUT', url: `/questions/${changing.id}`, payload: { correct_answer: 'Neptune' } });
    expect(await check(changing, 'Pluto')).toMatchObject({ correct: false });
    expect(await check(changing, 'Neptune')).toMatchObject({ correct: true });
  });

  it('is not slowed down by a long run of digits', async () => {
    const numeric = await createOne(service, {
      correct_answer: '7',
      accepted_answers: Array.from({ length: 20 }, (_, index) => String(index + 10)),
    });
    const started = performance.now();
    await check(numeric, `${'0'.repeat(499)}.${'0'.repeat(499)}x`);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('changes nothing', async () => {
    await check(question, 'Sampa');
    expect(await getBody(service, `/questions/${question.id}`)).toEqual(question);
    expect(await eventsOf(service, question.id)).toHaveLength(1);
  });

  replaysByKey(service, async () => request);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    [{}, '#/answer', 'required'],
    [{ answer: '' }, '#/answer', 'too_short'],
    [{ answer: '  ' }, '#/answer', 'too_short'],
    [{ answer: 'x'.repeat(1001) }, '#/answer', 'too_long'],
    [{ answer: 42 }, '#/answer', 'invalid_type'],
    [{ answer: null }, '#/answer', 'invalid_type'],
    [{ answer: 'a\u0000' }, '#/answer', 'invalid_characters'],
    [['Sampa'], '#', 'invalid_type'],
  ])('rejects %j', async (payload, pointer, code) => {
    const problem = expectProblem(await service.request({ ...request, payload }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ pointer, code }]);
  });

  it('rejects an unknown field', async () => {
    const payload = { answer: 'Sampa', reveal: true };
    expectProblem(await service.request({ ...request, payload }), 400, 'unknown_field');
  });

  it('rejects a request without a body', async () => {
    expectProblem(await service.request({ method: 'POST', url: request.url }), 400, 'invalid_json');
  });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ ...request, url: `/questions/${id}/check` }), 404, 'question_not_found');
  });

  it('does not check answers to a deleted question', async () => {
    const { id } = await createOne(service);
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    expectProblem(await service.request({ ...request, url: `/questions/${id}/check` }), 404, 'question_not_found');
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
  rejectsReusedKeys(service, async () => request, { answer: 'Rio' });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request);
});
