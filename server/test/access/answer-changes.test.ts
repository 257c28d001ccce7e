import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { draft, startTestService } from '../harness.ts';
import { createOne, eventsOf, expectProblem, getBody } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith } from './credentials.ts';

/**
 * Without `questions:read` an answer is replaced completely or left unchanged, and the reply does not depend on the
 * stored one: changing a part of it would reveal the rest among the options, and a dependent reply would confirm a
 * guess.
 */
const service = await startTestService();
const SETS: Scope[][] = [
  ['questions:write'],
  ['questions:play', 'questions:write'],
  ['questions:write', 'questions:delete', 'events:read', 'questions:play'],
];
const writers = await Promise.all(SETS.map(async (scopes) => bearer((await keyWith(service, scopes)).token)));
const reader = bearer((await keyWith(service, ['questions:read', 'questions:write'])).token);

const WHOLE = { correct_answer: 'Mercury', accepted_answers: ['Mercurius'], incorrect_answers: ['Venus', 'Mars'] };
const stored = () => createOne(service, { ...WHOLE, explanation: 'It is.', external_id: randomUUID() });
type Stored = Awaited<ReturnType<typeof stored>>;

interface Door {
  name: string;
  /** Whether its requests always contain a right answer. */
  whole?: true;
  send: (question: Stored, change: object, headers: Record<string, string>) => ReturnType<typeof service.request>;
}

const upsert = (headers: Record<string, string>, payload: object) =>
  service.request({ method: 'POST', url: '/questions?on_conflict=update', headers, payload });

const DOORS: Door[] = [
  ...(['PUT', 'PATCH'] as const).map((method) => ({
    name: method,
    send: ({ id }: Stored, payload: object, headers: Record<string, string>) =>
      service.request({ method, url: `/questions/${id}`, headers, payload }),
  })),
  {
    name: 'merge patch',
    send: ({ id }, change, headers) =>
      service.request({
        method: 'PATCH',
        url: `/questions/${id}`,
        headers: { ...headers, 'content-type': 'application/merge-patch+json' },
        payload: JSON.stringify(change),
      }),
  },
  {
    name: 'PUT by external id',
    whole: true,
    send: ({ external_id }, change, headers) =>
      service.request({
        method: 'PUT',
        url: `/questions/by-external-id/${String(external_id)}`,
        headers,
        payload: draft(change),
      }),
  },
  {
    name: 'upsert of one',
    whole: true,
    send: ({ external_id }, change, headers) => upsert(headers, draft({ external_id, ...change })),
  },
  {
    name: 'upsert of a list',
    whole: true,
    send: ({ external_id }, change, headers) => upsert(headers, [draft({ external_id, ...change })]),
  },
  {
    name: 'lenient upsert',
    whole: true,
    send: ({ external_id }, change, headers) =>
      upsert({ ...headers, prefer: 'handling=lenient' }, [
        draft({ external_id, ...change }),
        draft({ category: 'Nowhere' }),
      ]),
  },
];
const PARTS = [
  { incorrect_answers: ['Pluto'] },
  { accepted_answers: [] },
  { correct_answer: 'Venus', incorrect_answers: null },
];

describe.each(DOORS)('$name', ({ whole, send }) => {
  it('rejects part of an answer from callers without questions:read, and changes nothing', async () => {
    const question = await stored();
    for (const writer of writers) {
      for (const part of [...PARTS, ...(whole ? [{}] : [{ correct_answer: 'Venus' }])]) {
        const rejected = await send(question, part, writer);
        expect(expectProblem(rejected, 403, 'insufficient_scope').detail).toMatch(
          /^The token lacks the scope questions:read: changing part of an answer reveals the rest\. Send \S+_answers? /u,
        );
        expect(rejected.headers['www-authenticate']).toContain('scope="questions:read"');
      }
    }
    expect(await getBody(service, `/questions/${question.id}`)).toEqual(question);
  });

  it('accepts it from callers with questions:read', async () => {
    const question = await stored();
    const reply = await send(question, PARTS[0] as object, reader);
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    expect(await getBody(service, `/questions/${question.id}`)).toMatchObject({
      incorrect_answers: ['Pluto'],
      version: 2,
    });
  });

  it('replaces a whole answer and responds in the same way, whatever was stored', async () => {
    for (const writer of writers) {
      const replies = new Set<string>();
      for (const change of [WHOLE, { ...WHOLE, correct_answer: 'Venus', incorrect_answers: ['Mercury', 'Mars'] }]) {
        const question = await stored();
        const reply = await send(question, { ...change, explanation: 'It is.' }, writer);
        expect(reply.statusCode, reply.body).toBeLessThan(300);
        expect(await getBody(service, `/questions/${question.id}`)).toMatchObject({ ...change, version: 2 });
        const { status, headers, changed } = {
          status: reply.statusCode,
          headers: { etag: reply.headers.etag, change: typeof reply.headers['change-id'] },
          changed: (await eventsOf(service, question.id)).map((event) => (event as { changed: string[] }).changed),
        };
        const { version, data } = reply.json<{ version?: number; data?: { outcome?: string; version?: number }[] }>();
        const outcome = data?.map((each) => [each.outcome, each.version]);
        replies.add(JSON.stringify({ status, headers, changed, version, outcome }));
      }
      expect([...replies]).toHaveLength(1);
      expect([...replies][0]).toContain(
        '["kind","correct_answer","accepted_answers","incorrect_answers","key","scoring","explanation"]',
      );
    }
  });
});

it('keeps the version if no part of the answer is sent and nothing changes', async () => {
  const { id } = await stored();
  for (const writer of writers) {
    const reply = await service.request({
      method: 'PATCH',
      url: `/questions/${id}`,
      headers: writer,
      payload: { difficulty: 0 },
    });
    expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"1-sent"']);
  }
});

it('keeps the version for callers who may read, whatever they repeat', async () => {
  const { id } = await stored();
  const reply = await service.request({ method: 'PATCH', url: `/questions/${id}`, headers: reader, payload: WHOLE });
  expect([reply.statusCode, reply.headers.etag, reply.headers['change-id']]).toEqual([200, '"1"', undefined]);
});
