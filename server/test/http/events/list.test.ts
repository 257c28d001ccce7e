import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/domain/events.ts';
import { appendEvents, deleteEventsBefore } from '../../../src/store/events.ts';
import { asOperator, draft, startTestService, type TestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey, createManager, TIMESTAMP } from '../credentials.ts';
import { eventsOf, page, pageOf } from './steps.ts';

const service = await startTestService();
const url = '/events';
const request = { url, headers: asOperator };

const [question] = await service.create(draft());
const id = String(question?.id);
const change = (payload: object) => service.request({ method: 'PATCH', url: `/questions/${id}`, payload });
await change({ difficulty: 2, correct_answer: 'The secret planet' });
await service.request({ method: 'DELETE', url: `/questions/${id}` });
await service.request({ method: 'POST', url: `/questions/${id}/restore` });
const run = await service.request({
  method: 'POST',
  url: '/analysis/run',
  payload: { analysis_type: 'coverage', filter: {} },
});
const analysisId = run.json<{ id: string }>().id;
const key = await createKey(service, { scopes: ['events:read'] });

const DONE = [
  `question.created ${id} 1`,
  `question.updated ${id} 2`,
  `question.deleted ${id} 3`,
  `question.restored ${id} 4`,
  `analysis.queued ${analysisId} 1`,
  `token.created ${key.id} 1`,
];

const DAY_MS = 24 * 60 * 60 * 1000;
const event = (occurred_at: Date, version = 1) => ({
  type: 'question.updated' as const,
  resource_id: randomUUID(),
  version,
  changed: [],
  actor: 'me',
  occurred_at,
});

describe('200', () => {
  it('lists events, oldest first, without content', async () => {
    const all = await pageOf(service, DONE.length);
    expect(eventsOf(all)).toEqual(DONE);
    expect(all).toMatchObject({ has_more: false, gap: false });
    expect(all.data[1]).toEqual({
      id: expect.stringMatching(/^\d+-[\da-f]+-\d+-\d+$/u) as string,
      type: 'question.updated',
      timestamp: expect.stringMatching(TIMESTAMP) as string,
      data: {
        id,
        version: 2,
        changed: ['correct_answer', 'difficulty'],
        url: `/questions/${id}`,
        change_id: expect.stringMatching(/^[\da-f-]{36}$/u) as string,
      },
    });
    expect((await service.request(request)).body).not.toMatch(/secret planet|Mercury/u);
  });

  it('keeps a deletion as an event without an address', async () => {
    const { data } = await pageOf(service, 1, '?types=question.deleted');
    expect(data).toMatchObject([{ data: { id, version: 3, url: null } }]);
  });

  it.each([1, 2, 5])('returns the same events page by page, %i at a time', async (limit) => {
    await pageOf(service, DONE.length);
    const walked: string[] = [];
    for (let after = 'start', more = true; more; ) {
      const next = await page(service, `?limit=${limit}&after=${after}`);
      walked.push(...eventsOf(next));
      [after, more] = [next.next_after, next.has_more];
    }
    expect(walked).toEqual(DONE);
  });

  it('continues after any event id, and after the latest event', async () => {
    const { data, next_after } = await pageOf(service, DONE.length);
    expect(eventsOf(await page(service, `?after=${data[2]?.id}`))).toEqual(DONE.slice(3));
    expect(eventsOf(await page(service, `?after=${next_after}`))).toEqual([]);
    const now = await page(service, '?after=now');
    expect(now).toMatchObject({ data: [], has_more: false, gap: false });
    expect(eventsOf(await page(service, `?after=${now.next_after}`))).toEqual([]);
  });

  it('returns only the requested types and skips all others', async () => {
    await pageOf(service, DONE.length);
    const types = 'question.deleted,analysis.queued';
    expect(eventsOf(await page(service, `?types=${types}`))).toEqual([DONE[2], DONE[4]]);
    const failed = await page(service, '?types=analysis.failed');
    expect(failed).toMatchObject({ data: [], has_more: false });
    expect(eventsOf(await page(service, `?after=${failed.next_after}`))).toEqual([]);
  });

  describe('for a caller who also has events:read', () => {
    const seenBy = async (scopes: string[]) => {
      await pageOf(service, DONE.length);
      const { token } = await createKey(service, { scopes: ['events:read', ...scopes] });
      const { data } = await page(service, '?limit=1000', bearer(token));
      return new Set(data.map(({ type }) => type.replace(/\..*/u, '')));
    };

    it.each([
      [[], []],
      [['questions:read'], ['question']],
      [['questions:play'], ['question']],
      [['questions:write'], []],
      [['analysis:read'], ['analysis']],
      [
        ['questions:read', 'analysis:read', 'audit:read'],
        ['question', 'analysis'],
      ],
    ])('shows with %j events about %j', async (scopes, kinds) => {
      expect(await seenBy(scopes)).toEqual(new Set(kinds));
    });

    it('shows with tokens:manage only events about the caller’s own keys', async () => {
      const manager = await createManager(service, ['events:read', 'questions:read']);
      const own = await createKey(service, {}, manager.headers);
      const seen = await pageOf(service, 1, '?types=token.created&limit=1000', manager.headers);
      expect(eventsOf(seen)).toEqual([`token.created ${own.id} 1`]);
    });
  });

  it('covers every type that is ever written', async () => {
    const { rows } = await service.deps.db.reads.query<{ type: string }>('select distinct type from events');
    expect(EVENT_TYPES).toEqual(expect.arrayContaining(rows.map(({ type }) => type)));
  });
});

describe('200, where events have been removed', () => {
  const before = (days: number) => new Date(Date.now() - days * DAY_MS);
  const sweep = ({ deps }: TestService, limit = 100) => deleteEventsBefore(deps.db.writes, before(7), limit);

  it('notifies only readers of the removed part, once', async () => {
    const other = await startTestService();
    await appendEvents(other.deps.db.writes, [event(before(9)), event(before(8)), event(before(1)), event(before(0))]);
    const all = await pageOf(other, 4);
    const [first, second, third] = all.data.map((each) => each.id);
    expect(await sweep(other)).toBe(2);
    const late = await page(other, `?after=${first}`);
    expect(late).toMatchObject({ gap: true, data: all.data.slice(2) });
    for (const after of [second, third, all.next_after, late.next_after, 'start', 'now'])
      expect(await page(other, `?after=${after}`), after).toMatchObject({ gap: false });
  });

  it('removes at most the given number at a time, and records its position', async () => {
    const other = await startTestService();
    await appendEvents(other.deps.db.writes, [event(before(10)), event(before(9)), event(before(8))]);
    const [, second] = (await pageOf(other, 3)).data;
    expect(await sweep(other, 2)).toBe(2);
    expect(await page(other, `?after=${second?.id}`)).toMatchObject({ gap: false, data: [{}] });
    expect(await sweep(other, 2)).toBe(1);
    expect(await page(other, `?after=${second?.id}`)).toMatchObject({ gap: true, data: [] });
    expect(await sweep(other, 2)).toBe(0);
  });

  it.each(['9-0-1-1', '0-ffffffff-1-1', '2147483647-0-18446744073709551615-9223372036854775807'])(
    'starts with the oldest event for the id %s of another bank',
    async (foreign) => {
      const all = await pageOf(service, DONE.length);
      const { gap, data } = await page(service, `?after=${foreign}&limit=1000`);
      expect(gap).toBe(true);
      expect(data.slice(0, DONE.length)).toEqual(all.data.slice(0, DONE.length));
    },
  );
});

describe('304', () => {
  it('sends no body to a caller with the current page', async () => {
    const { etag } = (await service.request({ ...request, url: `${url}?limit=1` })).headers;
    const headers = { ...asOperator, 'if-none-match': String(etag) };
    const again = await service.request({ url: `${url}?limit=1`, headers });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['types=question.stolen', 'types'],
    ['types=', 'types'],
    ['types=analysis.progress', 'types'],
    [`after=${'1'.repeat(61)}`, 'after'],
  ])('rejects %s', async (query, parameter) => {
    const reply = await service.request({ ...request, url: `${url}?${query}` });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter }]);
  });

  it.each([
    'nonsense',
    '1-2-3',
    '01-a-1-1',
    '1-a-1-01',
    '1-g-1-1',
    '2147483648-a-1-1',
    '1-a-18446744073709551616-1',
    '1-a-1-9223372036854775808',
    'START',
  ])('rejects the position %s', async (after) => {
    const reply = await service.request({ ...request, url: `${url}?after=${after}` });
    expect(expectProblem(reply, 400, 'invalid_cursor').errors).toMatchObject([{ parameter: 'after' }]);
  });
});

describe('403', () => {
  it('names the missing scope for a requested type', async () => {
    const reply = await service.request({ url: `${url}?types=question.created`, headers: bearer(key.token) });
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:read or questions:play');
  });

  it('needs events:read', async () => {
    const { token } = await createKey(service, { scopes: ['questions:read', 'audit:read'] });
    const { detail } = expectProblem(await service.request({ url, headers: bearer(token) }), 403, 'insufficient_scope');
    expect(detail).toContain('events:read');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'events');
});
