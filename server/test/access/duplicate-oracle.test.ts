import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { draft, startTestService } from '../harness.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith } from './credentials.ts';

/**
 * `on_duplicate` names existing questions. Without `questions:read` it must not reveal whether a guessed answer is
 * right.
 */
const service = await startTestService();
const WORDINGS = [
  ['the very text', 'Which planet is closest to the Sun?'],
  ['other words', 'Which planet is closest to our Sun?'],
  ['fewer words', 'Closest planet to the Sun?'],
  ['options', 'Which of these planets is the closest to the Sun?'],
] as const;
await service.create([draft(), draft({ question_text: WORDINGS[3][1] })]);
const GUESSES = ['Mercury', 'mercury', 'Planet Mercury', 'Venus', 'Mercurial', '17'];
const WRITERS: Scope[][] = [['questions:write'], ['questions:play', 'questions:write']];

/** Everything a reply reveals, without what was sent and what always differs between requests. */
async function resultOf(url: string, headers: Record<string, string>, question: object): Promise<unknown> {
  const lists = [question, [question], [question, draft({ category: 'Nowhere' })]];
  const replies = [];
  for (const payload of lists) {
    const prefer = Array.isArray(payload) && payload.length > 1 ? { prefer: 'handling=lenient' } : {};
    const reply = await service.request({ method: 'POST', url, headers: { ...headers, ...prefer }, payload });
    const { id, data } = reply.json<{
      id?: string;
      data?: ({ id?: string; question?: { id: string } } | undefined)[];
    }>();
    // Stored questions are deleted, so that the next guess does not find them.
    for (const made of [id, ...(data ?? []).map((entry) => entry?.id ?? entry?.question?.id)]) {
      if (made !== undefined) await service.request({ method: 'DELETE', url: `/questions/${made}` });
    }
    const { errors, duplicates } = reply.json<{ errors?: object[]; duplicates?: object[] }>();
    const { link } = reply.headers;
    const parts = data?.map((entry) =>
      JSON.stringify(entry, [
        'status',
        'duplicate',
        'problem',
        'errors',
        'detail',
        'index',
        'question_id',
        'relation',
        'likeness',
        'code',
        'existing_id',
      ]),
    );
    replies.push({ status: reply.statusCode, link, errors, duplicates, parts });
  }
  return replies;
}

describe.each(WRITERS.map((scopes) => ({ scopes })))('on_duplicate with $scopes', ({ scopes }) => {
  it.each(['reject', 'warn'].flatMap((choice) => WORDINGS.map(([name, text]) => ({ choice, name, text }))))(
    '$choice responds in the same way to every guess: $name',
    async ({ choice, text }) => {
      const headers = bearer((await keyWith(service, scopes)).token);
      const replies = new Set<string>();
      for (const correct_answer of GUESSES) {
        const reply = await resultOf(
          `/questions?on_duplicate=${choice}`,
          headers,
          draft({ question_text: text, correct_answer }),
        );
        replies.add(JSON.stringify(reply));
      }
      expect([...replies]).toHaveLength(1);
      const [reply = ''] = replies;
      expect(reply).not.toMatch(/relation|likeness|title=|word for word|another answer/u);
    },
  );

  it('still reports that a question exists', async () => {
    const headers = bearer((await keyWith(service, scopes)).token);
    const send = (choice: string, payload: object) =>
      service.request({ method: 'POST', url: `/questions?on_duplicate=${choice}`, headers, payload });
    const rejected = await send('reject', draft({ correct_answer: '17' }));
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      errors: [{ code: 'duplicate_question', detail: expect.stringMatching(/^Question \S+ has the same wording\.$/u) }],
    });
    const warned = await send('warn', [draft({ correct_answer: '17' })]);
    expect(warned.json<{ duplicates: object[] }>().duplicates).toEqual([{ index: 0, question_id: expect.any(String) }]);
    const one = await send('warn', draft({ correct_answer: '17' }));
    expect(one.headers.link).toMatch(/^<\S+>; rel="duplicate"$/u);
    const fresh = await send('reject', draft({ question_text: 'How deep is the Mariana Trench?' }));
    expect(fresh.statusCode).toBe(201);
    await service.request({ method: 'DELETE', url: `/questions/${fresh.json<{ id: string }>().id}` });
  });
});
