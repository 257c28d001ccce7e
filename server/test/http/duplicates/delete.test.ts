import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  countStatuses,
  expectDeleted,
  expectProblem,
  getBody,
  type ListBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { createPair, createQuestions, type DismissalRecord, dismiss, UNKNOWN_ID, url, withdrawal } from './steps.ts';

const service = await startTestService();
const untouched = await dismiss(service, await createPair(service));
const request = withdrawal(untouched.id);
const listed = async (question: string) =>
  (await getBody<ListBody<DismissalRecord>>(service, `${url}?question_id=${question}`)).data;

describe('200', () => {
  it('withdraws one dismissal, and no other of the same questions', async () => {
    const [one = '', two = '', three = ''] = await createQuestions(service, 3);
    const { id } = await dismiss(service, [one, two]);
    const other = await dismiss(service, [two, three]);
    const reply = await service.request(withdrawal(id));
    expectDeleted(reply);
    expect(await listed(one)).toEqual([]);
    expect(await listed(two)).toEqual([other]);
  });

  it('accepts the id in any letter case, from anybody who may write', async () => {
    const pair = await createPair(service);
    const { id } = await dismiss(service, pair);
    const { token } = await createKey(service, { scopes: ['questions:write'] });
    expect((await service.request(withdrawal(id.toUpperCase(), bearer(token)))).statusCode).toBe(200);
    expect(await listed(pair[0])).toEqual([]);
  });

  it('records the time, and a transaction later than that of the marking', async () => {
    const { id } = await dismiss(service, await createPair(service));
    const before = await rowOf(id);
    service.clock.now = new Date('2031-05-06T07:08:09.123Z');
    await service.request(withdrawal(id));
    const { now } = service.clock;
    delete service.clock.now;
    const after = await rowOf(id);
    expect(before.withdrawn_at).toBeNull();
    expect(after.withdrawn_at).toEqual(now);
    expect(after.transaction).toBeGreaterThan(before.transaction);
  });

  it('succeeds once, however many requests arrive at once', async () => {
    const { id } = await dismiss(service, await createPair(service));
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.request(withdrawal(id))));
    expect(countStatuses(replies)).toEqual({ 200: 1, 404: 7 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a body with members', async () => {
    const reply = await service.request({ ...request, payload: { note: 'a mistake' } });
    expect(expectProblem(reply, 400, 'unknown_field').errors).toMatchObject([{ pointer: '#/note' }]);
    expect(await listed(untouched.question_ids[0])).toEqual([untouched]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00', untouched.question_ids[0]])('does not find %s', async (id) => {
    expectProblem(await service.request(withdrawal(id)), 404, 'dismissal_not_found');
  });

  it('does not find a withdrawn pair', async () => {
    const { id } = await dismiss(service, await createPair(service));
    await service.request(withdrawal(id));
    expectProblem(await service.request(withdrawal(id)), 404, 'dismissal_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'duplicate_dismissals');
});

async function rowOf(id: string): Promise<{ withdrawn_at: Date | null; transaction: number }> {
  const { rows } = await service.deps.db.reads.query<{ withdrawn_at: Date | null; transaction: number }>({
    text: 'select withdrawn_at, transaction_id::text::float8 as transaction from duplicate_dismissals where id = $1',
    values: [id],
  });
  return rows[0] ?? { withdrawn_at: null, transaction: Number.NaN };
}
