import { validateHeaderValue } from 'node:http';
import { describe, expect, it } from 'vitest';
import { draft, type StoredQuestion, startTestService } from '../harness.ts';
import type { ProblemBody } from '../http/common.ts';
import { emptyBank } from './empty-bank.ts';
import {
  expectRejection,
  FURTHER_STRINGS,
  inBatches,
  readNaughtyStrings,
  stored,
  TEXT_FIELDS,
  type TextField,
  type TextRule,
} from './naughty-fields.ts';

const IN_FLIGHT = 20;
const TIMEOUT_MS = 120_000;

describe('the Big List of Naughty Strings', async () => {
  const list = readNaughtyStrings();
  const strings = [...list, ...FURTHER_STRINGS];
  const service = await startTestService();
  const isReadBack = (question: StoredQuestion, { field, list }: TextField, text: string) =>
    expect(question[field]).toEqual(list === true ? [text] : text);
  /**
   * An external_id is unique: of strings that are equal after normalisation the first is stored, and the others fail.
   */
  const inTurn = (rule: TextField): string[][] => {
    if (rule.field !== 'external_id') return [strings, []];
    const texts = strings.map((text) => stored(text, rule, service));
    const isFirst = (_text: string, index: number) =>
      texts[index] === undefined || texts.indexOf(texts[index]) === index;
    return [strings.filter(isFirst), strings.filter((text, index) => !isFirst(text, index))];
  };
  const change = ({ field, list }: TextField, text: string) => ({ [field]: list === true ? [text] : text });
  const place = ({ field, list }: TextField) => ({ pointer: list === true ? `#/${field}/0` : `#/${field}` });

  it('has 515 strings', () => {
    expect(list).toHaveLength(515);
  });

  describe('in a field of a question', () => {
    it.each(TEXT_FIELDS)(
      '$field: created, they are returned by GET and in lists as sent, after NFC and trimming, or are rejected there',
      async (rule) => {
        await emptyBank(service);
        const created = new Map<string, StoredQuestion>();
        const [firsts = [], repeated = []] = inTurn(rule);
        const create = (text: string) =>
          service.request({ method: 'POST', url: '/questions', payload: draft(change(rule, text)) });
        await inBatches(firsts, IN_FLIGHT, async (text) => {
          const wanted = stored(text, rule, service);
          const reply = await create(text);
          if (wanted === undefined) return expectRejection(reply, place(rule), text);
          expect(reply.statusCode, reply.body).toBe(201);
          const question = reply.json<StoredQuestion>();
          isReadBack(question, rule, wanted);
          expect((await service.request({ url: `/questions/${question.id}` })).json()).toEqual(question);
          created.set(question.id, question);
        });
        for (const text of repeated) expect((await create(text)).statusCode).toBe(409);
        const page = await service.request({ url: '/questions?limit=1000' });
        const { data, pagination } = page.json<{ data: StoredQuestion[]; pagination: { total: number } }>();
        expect(pagination.total).toBe(created.size);
        for (const question of data) expect(question).toEqual(created.get(question.id));
      },
      TIMEOUT_MS,
    );

    it.each(TEXT_FIELDS)(
      '$field: updated, they are in the newest version and do not change the older one, or are rejected there',
      async (rule) => {
        await emptyBank(service);
        const [firsts = [], repeated = []] = inTurn(rule);
        const before = await service.create(strings.map((_, index) => draft({ question_text: `Number ${index}?` })));
        const update = (text: string, index: number) =>
          service.request({ method: 'PUT', url: `/questions/${before[index]?.id}`, payload: change(rule, text) });
        await inBatches(firsts, IN_FLIGHT, async (text, index) => {
          const wanted = stored(text, rule, service);
          const reply = await update(text, index);
          const versions = await service.request({ url: `/questions/${before[index]?.id}/versions` });
          const { data } = versions.json<{ data: { question: StoredQuestion }[] }>();
          expect(data.at(-1)?.question).toEqual(before[index]);
          if (wanted === undefined) {
            expect(data).toHaveLength(1);
            return expectRejection(reply, place(rule), text);
          }
          expect(reply.statusCode, reply.body).toBe(200);
          isReadBack(reply.json<StoredQuestion>(), rule, wanted);
          expect(data.map(({ question }) => question)).toEqual([reply.json(), before[index]]);
        });
        for (const text of repeated) expect((await update(text, strings.length - 1)).statusCode).toBe(409);
      },
      TIMEOUT_MS,
    );
  });

  describe('in a filter', () => {
    it.each([
      { parameter: 'topic_focus', field: 'topic_focus', min: 1, max: 100 },
      { parameter: 'tag', field: 'tags', list: true, min: 1, max: 50 },
      { parameter: 'external_id', field: 'external_id', min: 1, max: 200 },
    ])('$parameter finds the questions that contain them, or rejects them there', async ({ parameter, ...rule }) => {
      await emptyBank(service);
      const values = new Set(strings.map((text) => stored(text, rule, service)).filter((text) => text !== undefined));
      const questions = await service.create([...values].map((text) => draft(change(rule, text))));
      const idOf = new Map([...values].map((text, index) => [text, questions[index]?.id]));
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const wanted = stored(text, rule, service);
        const url = `/questions?fields=id&${parameter}=${encodeURIComponent(text)}`;
        const reply = await service.request({ url });
        const draw = await service.request({
          method: 'POST',
          url: '/draws',
          payload: { filter: { [parameter]: text } },
        });
        if (wanted === undefined) {
          expectRejection(reply, { parameter }, text);
          return expectRejection(draw, { pointer: `#/filter/${parameter}` }, text);
        }
        expect(reply.json(), text).toMatchObject({ data: [{ id: idOf.get(wanted) }], pagination: { total: 1 } });
        expect(draw.json(), text).toMatchObject({ filter: { [parameter]: wanted }, remaining: 1 });
      });
    });

    it('q searches for them, or rejects them there', async () => {
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const wanted = stored(text, { min: 2, max: 200 }, service);
        const reply = await service.request({ url: `/questions?q=${encodeURIComponent(text)}` });
        if (wanted === undefined) return expectRejection(reply, { parameter: 'q' }, text);
        if (reply.statusCode === 200) return;
        const onlyNegated = reply.body.includes('only_negated_words');
        const code = onlyNegated ? 'only_negated_words' : 'no_search_words';
        expectRejection(reply, { parameter: 'q', code }, text);
      });
    });

    it.each(TEXT_FIELDS.filter(({ canonical }) => canonical !== undefined))(
      '$field accepts the few that name one and rejects the others there',
      async (rule) => {
        await inBatches(strings, IN_FLIGHT, async (text) => {
          const reply = await service.request({ url: `/questions?${rule.field}=${encodeURIComponent(text)}` });
          if (stored(text, rule, service) === undefined) return expectRejection(reply, { parameter: rule.field }, text);
          expect(reply.statusCode, text).toBe(200);
        });
      },
    );

    it.each(['/questions', '/questions/{id}/versions'])('none of them is a valid cursor of %s', async (path) => {
      const [question] = await service.create(draft());
      const url = path.replace('{id}', String(question?.id));
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const reply = await service.request({ url: `${url}?cursor=${encodeURIComponent(text)}` });
        expectRejection(reply, { parameter: 'cursor' }, text);
      });
    });
  });

  describe('as a seed', () => {
    const rule: TextRule = { min: 1, max: 100 };

    it('they repeat a draw from /questions/random, or are rejected there', async () => {
      await emptyBank(service);
      await service.create(Array.from({ length: 10 }, () => draft()));
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const wanted = stored(text, rule, service);
        const url = `/questions/random?count=3&seed=${encodeURIComponent(text)}`;
        const [first, second] = await Promise.all([service.request({ url }), service.request({ url })]);
        if (wanted === undefined) return expectRejection(first, { parameter: 'seed' }, text);
        expect(first.json(), text).toMatchObject({ draw: { seed: wanted, returned: 3 } });
        expect(second.body).toBe(first.body);
      });
    });

    it('they are stored by /draws, or rejected there', async () => {
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const wanted = stored(text, rule, service);
        const reply = await service.request({ method: 'POST', url: '/draws', payload: { seed: text } });
        if (wanted === undefined) return expectRejection(reply, { pointer: '#/seed' }, text);
        const draw = await service.request({ url: String(reply.headers.location) });
        expect(draw.json(), text).toMatchObject({ seed: wanted });
      });
    });
  });

  it.each(['Geography', 'Mathematics'])(
    'as the answer to a question of %s they are right exactly where they are the right answer, or rejected',
    async (category) => {
      const rule: TextRule = { min: 1, max: 1000 };
      const right = strings.filter((text) => stored(text, rule, service) !== undefined);
      const questions = await service.create(right.map((text) => draft({ correct_answer: text, category })));
      const [other] = await service.create(draft({ correct_answer: '∅', category }));
      const idOf = new Map(right.map((text, index) => [text, questions[index]?.id]));
      await inBatches(strings, IN_FLIGHT, async (text) => {
        const check = (id: string | undefined) =>
          service.request({ method: 'POST', url: `/questions/${id}/check`, payload: { answer: text } });
        const [reply, wrong] = await Promise.all([check(idOf.get(text) ?? other?.id), check(other?.id)]);
        const wanted = stored(text, rule, service);
        if (wanted === undefined) return expectRejection(reply, { pointer: '#/answer' }, text);
        expect(wrong.json(), text).toMatchObject({ correct: false, matched: null });
        expect(reply.json(), text).toEqual({ correct: true, matched: wanted, score: 1 });
      });
    },
  );

  it.each([
    ['GET', '/questions/{id}'],
    ['PUT', '/questions/{id}'],
    ['DELETE', '/questions/{id}'],
    ['POST', '/questions/{id}/restore'],
    ['GET', '/questions/{id}/versions'],
    ['POST', '/questions/{id}/check'],
    ['GET', '/draws/{id}'],
    ['POST', '/draws/{id}/next'],
    ['GET', '/problems/{id}'],
  ] as const)('as the id of %s %s they are not found, or too long', async (method, path) => {
    // An empty id, and the names of this and the parent folder, change the path.
    const ids = strings.filter((text) => !/^\.{0,2}$/u.test(text));
    await inBatches(ids, IN_FLIGHT, async (text) => {
      const url = path.replace('{id}', () => encodeURIComponent(text));
      const payload = path.endsWith('/check') ? { answer: 'x' } : {};
      const bodyless = method === 'GET' || method === 'DELETE';
      const reply = await service.request({ method, url, ...(!bodyless && { payload }) });
      const { code } = reply.json<ProblemBody>();
      expect(['question_not_found', 'draw_not_found', 'problem_not_found', 'uri_too_long'], text).toContain(code);
      expect([404, 414], text).toContain(reply.statusCode);
    });
  });

  it('as an Idempotency-Key they repeat the response, or are rejected there', async () => {
    const sendable = strings.filter((text) => isHeaderValue(text));
    expect(sendable.length).toBeGreaterThan(200);
    await emptyBank(service);
    await inBatches(sendable, 1, async (text) => {
      const send = () =>
        service.request({ method: 'POST', url: '/draws', payload: {}, headers: { 'idempotency-key': text } });
      const first = await send();
      const second = await send();
      if (!/^[\x20-\x7e]{1,255}$/u.test(text.trim().replace(/^"(.*)"$/u, '$1'))) {
        expect(first.json(), text).toMatchObject({ code: 'invalid_idempotency_key' });
        return expectRejection(first, { header: 'Idempotency-Key' }, text);
      }
      expect(first.statusCode, text).toBe(201);
      expect(second.body).toBe(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
    });
  });
});

/** Whether Node would send the text as a header. */
function isHeaderValue(text: string): boolean {
  try {
    validateHeaderValue('idempotency-key', text);
    return true;
  } catch {
    return false;
  }
}
