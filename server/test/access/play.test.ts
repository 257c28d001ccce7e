import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith } from './credentials.ts';

/** Whoever may only play never gets an answer, whichever way they ask. */
const service = await startTestService();
const ANSWERS = ['Xylophone-right', 'Xylophone-also', 'Xylophone-wrong', 'Xylophone-because'];
const [question] = await service.create([
  draft({
    correct_answer: ANSWERS[0],
    accepted_answers: [ANSWERS[1]],
    incorrect_answers: [ANSWERS[2]],
    explanation: ANSWERS[3],
  }),
  ...Array.from({ length: 30 }, () => draft({ correct_answer: ANSWERS[0] })),
]);
const id = String(question?.id);
const player = bearer((await keyWith(service, ['questions:play'])).token);
const reader = bearer((await keyWith(service, ['questions:read'])).token);
const editor = bearer((await keyWith(service, ['questions:play', 'questions:write', 'questions:delete'])).token);
const both = bearer((await keyWith(service, ['questions:play', 'questions:read'])).token);

function expectHidden(answer: { statusCode: number; body: string }, status = 200): void {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.body).toContain('Which planet');
  for (const text of ANSWERS) expect(answer.body).not.toContain(text);
  expect(answer.body).not.toMatch(/"(?:correct_answer|accepted_answers|incorrect_answers|explanation)"/u);
}

describe('a caller who may only play', () => {
  it.each([
    '/questions',
    '/questions?limit=3&offset=5',
    '/questions?sort=-updated_at',
    '/questions?q=planet',
    '/questions?fields=question_text,category',
    '/questions/random?count=5',
    `/questions/${id}`,
    `/v1/questions/${id}`,
  ])('gets %s without any answer', async (url) => {
    expectHidden(await service.request({ url, headers: player }));
  });

  it('gets none out of the cache, whoever filled it, and leaves none there for others', async () => {
    const url = '/questions?category=Astronomy&difficulty=0&limit=2';
    for (const headers of [reader, player, reader, player]) {
      const answer = await service.request({ url, headers });
      if (headers === player) expectHidden(answer);
      else expect(answer.body).toContain(ANSWERS[0]);
    }
  });

  it('has tags of its own for lists: having seen one does not stand for having seen the other', async () => {
    const url = '/questions?category=Astronomy&limit=2';
    const seen = await service.request({ url, headers: player });
    const etag = String(seen.headers.etag);
    expect((await service.request({ url, headers: { ...player, 'if-none-match': etag } })).statusCode).toBe(304);
    expect((await service.request({ url, headers: { ...reader, 'if-none-match': etag } })).statusCode).toBe(200);
  });

  it('draws without answers', async () => {
    const draw = await service.request({ method: 'POST', url: '/draws', headers: player, payload: {} });
    const url = `/draws/${draw.json<{ id: string }>().id}/next`;
    const headers = { ...player, 'idempotency-key': 'step' };
    expectHidden(await service.request({ method: 'POST', url, headers, payload: { count: 3 } }));
    const replay = await service.request({ method: 'POST', url, headers, payload: { count: 3 } });
    expectHidden(replay);
    expect(replay.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused when it asks for an answer by name, and told what it lacks', async () => {
    const answer = await service.request({ url: '/questions?fields=id,correct_answer', headers: player });
    expect(expectProblem(answer, 403, 'insufficient_scope').detail).toContain('questions:read');
    expect(answer.headers['www-authenticate']).toContain('scope="questions:read"');
  });

  it('does not see versions, which are whole records', async () => {
    const answer = await service.request({ url: `/questions/${id}/versions`, headers: player });
    expectProblem(answer, 403, 'insufficient_scope');
  });

  it.each([
    [ANSWERS[0], { correct: true, matched: null, score: 1 }],
    ['Xylophone-righ', { correct: false, matched: null, score: 0 }],
    ['Glockenspiel', { correct: false, matched: null, score: 0 }],
  ])('learns of an answer (%s) whether it is right, and nothing that leads to it', async (answer, verdict) => {
    const url = `/questions/${id}/check`;
    const told = await service.request({ method: 'POST', url, headers: player, payload: { answer } });
    expect(told.json()).toEqual(verdict);
  });

  it('gets back what it writes without answers, too, and those of others never', async () => {
    const created = await service.request({
      method: 'POST',
      url: '/questions',
      headers: editor,
      payload: draft({ correct_answer: ANSWERS[0] }),
    });
    expectHidden(created, 201);
    const url = `/questions/${id}`;
    expectHidden(await service.request({ method: 'PUT', url, headers: editor, payload: { difficulty: 1 } }));
    expectHidden(await service.request({ method: 'PATCH', url, headers: editor, payload: {} }));
    await service.request({ method: 'DELETE', url, headers: editor });
    expectHidden(await service.request({ method: 'POST', url: `${url}/restore`, headers: editor }));
    const lenient = { ...editor, prefer: 'handling=lenient' };
    const payload = [draft({ correct_answer: ANSWERS[0] }), draft({ category: 'Nowhere', correct_answer: ANSWERS[0] })];
    expectHidden(await service.request({ method: 'POST', url: '/questions', headers: lenient, payload }), 207);
  });
});

describe('analyses, whose lengths, words and flaws tell of answers', () => {
  const scopes = ['analysis:read', 'analysis:run'] as const;
  const body = { analysis_type: 'coverage', filter: {} };

  it.each([
    ['GET', '/analysis', undefined],
    ['POST', '/analysis/run', body],
    ['GET', '/analysis/{id}', undefined],
    ['GET', '/analysis/{id}/items', undefined],
    ['GET', '/analysis/{id}/plots/category-by-difficulty.svg', undefined],
    ['POST', '/analysis/{id}/cancel', undefined],
    ['DELETE', '/analysis/{id}', undefined],
  ] as const)('are not for whoever may only play: %s %s', async (method, path, payload) => {
    const analyst = bearer((await keyWith(service, ['questions:play', ...scopes])).token);
    const run = await service.request({ method: 'POST', url: '/analysis/run', headers: analyst, payload: body });
    expectProblem(run, 403, 'insufficient_scope');
    const reading = bearer((await keyWith(service, ['questions:read', 'questions:play', ...scopes])).token);
    const queued = await service.request({ method: 'POST', url: '/analysis/run', headers: reading, payload: body });
    const url = path.replace('{id}', queued.json<{ id: string }>().id);
    const request = { method, url, ...(payload !== undefined && { payload }) };
    const answer = await service.request({ ...request, headers: analyst });
    expect(expectProblem(answer, 403, 'insufficient_scope').detail).toContain('questions:read');
    expect((await service.request({ ...request, headers: reading })).statusCode).not.toBe(403);
  });

  it('are not told apart from those that do not exist', async () => {
    const analyst = bearer((await keyWith(service, ['questions:play', ...scopes])).token);
    for (const unknown of ['01a1dcb4-4c4a-75f8-b904-7e31f36f1181', 'nonsense']) {
      const answer = await service.request({ url: `/analysis/${unknown}`, headers: analyst });
      expectProblem(answer, 403, 'insufficient_scope');
    }
  });

  it('have types that everybody may read who may run or read analyses: they tell of no question', async () => {
    const analyst = bearer((await keyWith(service, ['questions:play', ...scopes])).token);
    expect((await service.request({ url: '/analysis/types', headers: analyst })).statusCode).toBe(200);
  });
});

it('shows answers to whoever may read, whatever else they may', async () => {
  for (const headers of [reader, both]) {
    expect((await service.request({ url: `/questions/${id}`, headers })).body).toContain(ANSWERS[0]);
  }
});

it('keeps answers out of the outbox, for whomever it is', async () => {
  const { rows } = await service.deps.db.reads.query<{ row: string }>('select events::text as row from events');
  expect(rows.length).toBeGreaterThan(30);
  for (const text of ANSWERS) expect(rows.some(({ row }) => row.includes(text))).toBe(false);
});
