import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer, getAccessToken } from '../http/credentials.ts';
import { clientWith, keyWith } from './credentials.ts';

/**
 * A player never gets an answer, in whatever way they ask, except among the options; visibility-walk.test.ts tries
 * everything.
 */
const service = await startTestService();
const ANSWERS = ['Xylophone-right', 'Xylophone-also', 'Xylophone-wrong', 'Xylophone-because'];
const [question, other] = await service.create([
  draft({
    correct_answer: ANSWERS[0],
    accepted_answers: [ANSWERS[1]],
    incorrect_answers: [ANSWERS[2]],
    explanation: ANSWERS[3],
  }),
  ...Array.from({ length: 30 }, () => draft({ correct_answer: ANSWERS[0] })),
]);
await startTestWorker(service);
const id = String(question?.id);
const player = bearer((await keyWith(service, ['questions:play'])).token);
const reader = bearer((await keyWith(service, ['questions:read'])).token);
const editor = bearer((await keyWith(service, ['questions:play', 'questions:write', 'questions:delete'])).token);
const both = bearer((await keyWith(service, ['questions:play', 'questions:read'])).token);

function expectHidden(reply: { statusCode: number; body: string }, status = 200): void {
  expect(reply.statusCode, reply.body).toBe(status);
  expect(reply.body).toContain('Which planet');
  for (const text of ANSWERS) expect(reply.body.replaceAll(/"options":\[[^\]]*\]/gu, '')).not.toContain(text);
  expect(reply.body).not.toMatch(/"(?:correct_answer|accepted_answers|incorrect_answers|key|explanation)"/u);
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
    `/questions?ids=${id}`,
    '/questions?fields=question_text,options',
  ])('gets %s without any answer', async (url) => {
    expectHidden(await service.request({ url, headers: player }));
  });

  it('gets no answers from the cache, whoever filled it, and does not affect the copies of others', async () => {
    const url = '/questions?category=Astronomy&difficulty=0&limit=2';
    for (const headers of [reader, player, reader, player]) {
      const reply = await service.request({ url, headers });
      if (headers === player) expectHidden(reply);
      else expect(reply.body).toContain(ANSWERS[0]);
    }
  });

  it('has its own ETags for lists, so that seeing one copy does not count as seeing the other', async () => {
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

  it('is rejected for requesting an answer by name, with the missing scope', async () => {
    const reply = await service.request({ url: '/questions?fields=id,correct_answer', headers: player });
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:read');
    expect(reply.headers['www-authenticate']).toContain('scope="questions:read"');
  });

  it.each(['/questions', '/questions/facets'])('cannot ask %s which questions a change wrote', async (url) => {
    const { data } = (await service.request({ url: '/changes', headers: reader })).json<{ data: { id: string }[] }>();
    const asked = { url: `${url}?change_id=${data[0]?.id}` };
    expectProblem(await service.request({ ...asked, headers: player }), 403, 'insufficient_scope');
    expect((await service.request({ ...asked, headers: reader })).statusCode).toBe(200);
  });

  it('does not see versions, which are whole records', async () => {
    const reply = await service.request({ url: `/questions/${id}/versions`, headers: player });
    expectProblem(reply, 403, 'insufficient_scope');
  });

  it.each([
    [ANSWERS[0], { correct: true, matched: null, score: 1, parts: null }],
    ['Xylophone-righ', { correct: false, matched: null, score: 0, parts: null }],
    ['Glockenspiel', { correct: false, matched: null, score: 0, parts: null }],
  ])('learns whether an answer (%s) is right, and nothing that reveals it', async (answer, verdict) => {
    const url = `/questions/${id}/check`;
    const result = await service.request({ method: 'POST', url, headers: player, payload: { answer } });
    expect(result.json()).toEqual(verdict);
  });

  it('gets options in place of answers, or null if there are none', async () => {
    const { options, status } = (await service.request({ url: `/questions/${id}`, headers: player })).json<{
      options: string[];
      status: string;
    }>();
    expect({ options: options.toSorted(), status }).toEqual({ options: [ANSWERS[0], ANSWERS[2]], status: 'ready' });
    const url = '/questions?limit=2&fields=id,options';
    const listed = (await service.request({ url, headers: player })).json<{ data: object[] }>();
    expect(listed.data).toEqual([
      { id, options },
      { id: String(other?.id), options: null },
    ]);
    expect((await service.request({ url, headers: reader })).json()).toEqual(listed);
  });

  it('has its own ETags for questions, with which it can also change them', async () => {
    const url = `/questions/${String(other?.id)}`;
    const seen = await service.request({ url, headers: editor });
    const etag = String(seen.headers.etag);
    expect((await service.request({ url, headers: { ...player, 'if-none-match': etag } })).statusCode).toBe(304);
    expect((await service.request({ url, headers: { ...reader, 'if-none-match': etag } })).statusCode).toBe(200);
    const change = { method: 'PUT', url, payload: { tags: ['seen'] } } as const;
    const first = await service.request({ ...change, headers: { ...editor, 'if-match': etag } });
    expect(first.statusCode, first.body).toBe(200);
    const late = await service.request({ ...change, headers: { ...editor, 'if-match': etag } });
    expect(expectProblem(late, 412, 'precondition_failed').detail).toContain('"2-play"');
    const again = { ...editor, 'if-match': String(first.headers.etag) };
    expect((await service.request({ ...change, headers: again })).statusCode).toBe(200);
  });

  it.each(['draft', 'archived'])('sees no question that is %s, even by id', async (status) => {
    const [hidden] = await service.create(draft({ status, external_id: `hidden ${status}` }));
    const hiddenId = String(hidden?.id);
    const filters = [`ids=${hiddenId}`, `external_id=hidden ${status}`];
    for (const filter of filters) {
      for (const path of ['/questions', '/questions/random']) {
        const found = await service.request({ url: encodeURI(`${path}?${filter}`), headers: player });
        expect(found.json<{ data: object[] }>().data).toEqual([]);
        const read = await service.request({ url: encodeURI(`${path}?${filter}`), headers: reader });
        expect(read.json<{ data: object[] }>().data).toHaveLength(1);
      }
    }
    for (const path of ['/questions', '/questions/random', '/questions/facets']) {
      const rejected = await service.request({ url: `${path}?status=${status}&status=ready`, headers: player });
      expect(expectProblem(rejected, 403, 'insufficient_scope').detail).toBe(
        `The token lacks the scope questions:read: ${status} questions cannot be shown with questions:play.`,
      );
    }
    const payload = { filter: { status } };
    expectProblem(
      await service.request({ method: 'POST', url: '/draws', headers: player, payload }),
      403,
      'insufficient_scope',
    );
    const url = `/questions/${hiddenId}`;
    expectProblem(await service.request({ url, headers: player }), 404, 'question_not_found');
    const check = { method: 'POST', url: `${url}/check`, payload: { answer: 'Mercury' } } as const;
    expectProblem(await service.request({ ...check, headers: player }), 404, 'question_not_found');
    expect((await service.request({ ...check, headers: reader })).statusCode).toBe(200);
  });
});

describe('a caller who writes and may not read', () => {
  const scopeSets: Scope[][] = [['questions:write'], ['questions:play', 'questions:write']];

  it.each(scopeSets.map((scopes) => ({ scopes })))(
    'gets back only what it sent and what was assigned: $scopes',
    async ({ scopes }) => {
      const writer = bearer((await keyWith(service, [...scopes, 'questions:delete'])).token);
      const made = await service.request({ method: 'POST', url: '/questions', headers: writer, payload: draft() });
      expect(made.json()).toMatchObject(draft());
      const url = `/questions/${id}`;
      const assigned = ['id', 'version', 'created_at', 'updated_at'];
      const fieldsOf = async (request: object) =>
        Object.keys((await service.request({ url, headers: writer, ...request })).json<object>());
      for (const method of ['PUT', 'PATCH']) {
        expect(await fieldsOf({ method, payload: {} })).toEqual(assigned);
        expect(await fieldsOf({ method, payload: { difficulty: 1, topic_focus: null } })).toEqual([
          ...assigned,
          'difficulty',
          'topic_focus',
        ]);
      }
      await service.request({ method: 'DELETE', url, headers: writer });
      expect(await fieldsOf({ method: 'POST', url: `${url}/restore` })).toEqual(assigned);
    },
  );
});

describe('a caller who loads existing questions and may not read', () => {
  const writers = async () => {
    const sets: Scope[][] = [['questions:write'], ['questions:play', 'questions:write']];
    return Promise.all(sets.map(async (scopes) => bearer((await keyWith(service, scopes)).token)));
  };
  const stored = (external_id: string) =>
    draft({
      external_id,
      correct_answer: ANSWERS[0],
      accepted_answers: [ANSWERS[1]],
      incorrect_answers: [],
      explanation: ANSWERS[3],
    });
  const upsert = (mode: string, payload: object, headers: Record<string, string>) =>
    service.request({ method: 'POST', url: `/questions?on_conflict=${mode}`, payload, headers });

  it('is shown no stored field of an unchanged question, whether or not the guess is right', async () => {
    const [there] = await service.create(stored('left'));
    const { id: thereId, version, created_at, updated_at } = there ?? {};
    for (const writer of await writers()) {
      for (const correct_answer of ['Glockenspiel', ANSWERS[0]]) {
        const reply = await upsert('skip', draft({ external_id: 'left', correct_answer }), writer);
        expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"1-sent"']);
        expect(reply.json()).toEqual({ id: thereId, version, created_at, updated_at });
        const listed = await upsert('skip', [draft({ external_id: 'left', correct_answer })], writer);
        expect(listed.json<{ data: object[] }>().data).toEqual([
          { status: 200, outcome: 'skipped', id: thereId, version },
        ]);
      }
    }
  });

  it.each([{}, { prefer: 'handling=lenient' }])(
    'does not learn which fields of a list differed: %j',
    async (prefer) => {
      const write = bearer((await keyWith(service, ['questions:read', 'questions:write'])).token);
      for (const writer of [...(await writers()), write]) {
        const external_id = randomUUID();
        const [there] = await service.create(stored(external_id));
        const guess = { ...stored(external_id), correct_answer: 'Glockenspiel' };
        const reply = await upsert('update', [guess], { ...writer, ...prefer });
        const result = { status: 200, outcome: 'updated', id: there?.id, version: 2 };
        const expected = writer === write ? { ...result, changed: ['correct_answer'] } : result;
        expect(reply.json<{ data: object[] }>().data).toEqual([expected]);
      }
    },
  );

  it('gets back what it sent of one question and what was assigned, with the ETag of that copy', async () => {
    const write = bearer((await keyWith(service, ['questions:read', 'questions:write'])).token);
    const payload = draft({ correct_answer: 'Glockenspiel', accepted_answers: [], incorrect_answers: [] });
    for (const [index, writer] of (await writers()).entries()) {
      const external_id = `put-${index}`;
      const [there] = await service.create(stored(external_id));
      const ways = [
        { method: 'PUT', url: `/questions/by-external-id/${external_id}`, payload },
        { method: 'POST', url: '/questions?on_conflict=update', payload: { ...payload, external_id } },
      ] as const;
      for (const [place, way] of ways.entries()) {
        const version = place + 2; // the same answer again, which a caller who may not read it does not learn
        const reply = await service.request({ ...way, headers: writer });
        expect([reply.statusCode, reply.headers.etag]).toEqual([200, `"${version}-sent"`]);
        const { updated_at, ...shown } = reply.json<{ updated_at: string }>();
        const { id: thereId, created_at } = there ?? {};
        expect(shown).toEqual({ ...payload, external_id, id: thereId, version, created_at });
        const whole = await service.request({ ...way, headers: write });
        expect([whole.statusCode, whole.headers.etag]).toEqual([200, `"${version}"`]);
        expect(whole.json()).toEqual({ ...there, ...shown, updated_at });
      }
      const fresh = { method: 'PUT', url: `/questions/by-external-id/${external_id}-new`, payload } as const;
      const made = await service.request({ ...fresh, headers: writer });
      expect([made.statusCode, made.headers.etag]).toEqual([201, '"1-sent"']);
      const assigned = ['id', 'version', 'created_at', 'updated_at'];
      expect(Object.keys(made.json<object>()).toSorted()).toEqual(
        [...assigned, ...Object.keys(payload), 'external_id'].toSorted(),
      );
    }
  });
});

describe('a repeated request', () => {
  it('neither gets the copy of a token that saw more, nor runs again', async () => {
    const client = await clientWith(service, ['questions:read', 'questions:play', 'questions:write']);
    const as = async (scope: string) => bearer((await getAccessToken(service, client, scope)).access_token);
    const check = { method: 'POST', url: `/questions/${id}/check`, payload: { answer: ANSWERS[0] } } as const;
    const key = { 'idempotency-key': 'narrowed' };
    const first = await service.request({ ...check, headers: { ...(await as('questions:read')), ...key } });
    expect(first.json()).toMatchObject({ matched: ANSWERS[0] });
    const narrowed = await service.request({ ...check, headers: { ...(await as('questions:play')), ...key } });
    expectProblem(narrowed, 422, 'idempotency_key_reused');
    const again = await service.request({ ...check, headers: { ...(await as('questions:read')), ...key } });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('an analysis, without questions:read', () => {
  const scopes = ['analysis:read', 'analysis:run'] as const;

  it.each<{ held: Scope[] }>([{ held: [...scopes] }, { held: ['questions:play', ...scopes] }])(
    'shows results from counts, and marks everything else as withheld: $held',
    async ({ held }) => {
      const analyst = bearer((await keyWith(service, held)).token);
      const runs: Record<string, { id: string; result: object | null; findings: unknown; withheld?: string[] }> = {};
      for (const analysis_type of ['coverage', 'text_statistics']) {
        const headers = { ...analyst, prefer: 'wait=30' };
        const payload = { analysis_type, filter: {} };
        runs[analysis_type] = (
          await service.request({ method: 'POST', url: '/analysis/run', headers, payload })
        ).json();
      }
      const { coverage, text_statistics } = runs;
      expect(coverage?.result).not.toBeNull();
      expect(coverage).not.toHaveProperty('withheld');
      expect(text_statistics).toMatchObject({ result: null, findings: null, withheld: ['findings', 'result'] });
      const ask = (url: string, headers = analyst) => service.request({ url, headers });
      expect((await ask(`/analysis/${coverage?.id}/items`)).statusCode).toBe(200);
      expect((await ask(`/analysis/${coverage?.id}/plots/category-by-difficulty.svg`)).statusCode).toBe(200);
      for (const part of ['items', 'plots/question-length.svg']) {
        const rejected = await ask(`/analysis/${text_statistics?.id}/${part}`);
        expect(expectProblem(rejected, 403, 'insufficient_scope').detail).toBe(
          'The token lacks the scope questions:read: analyses of type text_statistics reveal answers.',
        );
      }
      const reading = bearer((await keyWith(service, ['questions:read', ...scopes])).token);
      const whole = (await ask(`/analysis/${text_statistics?.id}`, reading)).json<{ result: object }>();
      expect(whole.result).not.toBeNull();
      expect(whole).not.toHaveProperty('withheld');
    },
  );
});

it('shows answers to callers who may read, whatever their other scopes', async () => {
  for (const headers of [reader, both]) {
    expect((await service.request({ url: `/questions/${id}`, headers })).body).toContain(ANSWERS[0]);
  }
});

it('keeps answers out of the outbox', async () => {
  const { rows } = await service.deps.db.reads.query<{ row: string }>('select events::text as row from events');
  expect(rows.length).toBeGreaterThan(30);
  for (const text of ANSWERS) expect(rows.some(({ row }) => row.includes(text))).toBe(false);
});
