import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { createOne, getBody, replaysByKey, withKey } from '../common.ts';

const service = await startTestService();
const request = { method: 'POST', url: '/questions', payload: draft() } as const;
const post = (payload: object, key: string) => service.request(withKey({ ...request, payload }, key));

describe('a creation with an Idempotency-Key', () => {
  replaysByKey(service, async () => request);

  it('stores its question once, however often and however fast it is sent', async () => {
    const key = randomUUID();
    const payload = draft({ topic_focus: 'Once' });
    await Promise.all(Array.from({ length: 6 }, () => post(payload, key)));
    const last = await post(payload, key);
    expect(last.headers['idempotent-replayed']).toBe('true');
    const stored = await getBody(service, '/questions?topic_focus=Once');
    expect(stored.data).toEqual([last.json()]);
  });

  it('stores a list once', async () => {
    const key = randomUUID();
    const payload = [draft({ topic_focus: 'A list' }), draft({ topic_focus: 'A list' })];
    const first = await post(payload, key);
    expect((await post(payload, key)).body).toBe(first.body);
    expect((await getBody(service, '/questions?topic_focus=A%20list')).pagination.total).toBe(2);
  });

  it('returns the first response even if the question has changed since', async () => {
    const key = randomUUID();
    const first = await post(draft(), key);
    const { id } = first.json<StoredQuestion>();
    await service.request({ method: 'PUT', url: `/questions/${id}`, payload: { difficulty: 2 } });
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    expect((await post(draft(), key)).body).toBe(first.body);
  });

  it('stores no rejection, so the key is free for the corrected request', async () => {
    const key = randomUUID();
    expect((await post(draft({ difficulty: 9 }), key)).statusCode).toBe(400);
    await createOne(service, { external_id: 'taken before' });
    expect((await post(draft({ external_id: 'taken before' }), key)).statusCode).toBe(409);
    const right = await post(draft(), key);
    expect(right.statusCode).toBe(201);
    expect(right.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is kept for exactly 24 hours', async () => {
    const key = randomUUID();
    service.clock.now = new Date('2030-01-01T00:00:00Z');
    const first = await post(draft(), key);
    service.clock.now = new Date('2030-01-02T00:00:00Z');
    const inTime = await post(draft(), key);
    service.clock.now = new Date('2030-01-02T00:00:00.001Z');
    const later = await post(draft(), key);
    delete service.clock.now;
    expect(inTime.body).toBe(first.body);
    expect(later.headers['idempotent-replayed']).toBeUndefined();
    expect(later.json<StoredQuestion>().id).not.toBe(first.json<StoredQuestion>().id);
  });

  it('is independent of the same key on another path', async () => {
    const key = randomUUID();
    const question = (await post(draft(), key)).json<StoredQuestion>();
    const check = { method: 'POST', url: `/questions/${question.id}/check`, payload: { answer: 'x' } } as const;
    const checked = await service.request(withKey(check, key));
    expect(checked.statusCode).toBe(200);
    expect(checked.headers['idempotent-replayed']).toBeUndefined();
  });
});
