import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';

const CLIENTS = 50;
const service = await startTestService();

describe('50 clients updating one question with If-Match', () => {
  it('lose no update, as each is in the history exactly once', async () => {
    const [question] = await service.create(draft({ tags: [] }));
    const url = `/questions/${question?.id}`;
    let conflicts = 0;
    const addTag = async (tag: string) => {
      for (;;) {
        const current = await service.request({ url });
        const tags = [...current.json<{ tags: string[] }>().tags.slice(-19), tag];
        const reply = await service.request({
          method: 'PUT',
          url,
          headers: { 'if-match': String(current.headers.etag) },
          payload: { tags },
        });
        if (reply.statusCode === 200) return;
        expect(reply.statusCode).toBe(412);
        conflicts += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => addTag(`client-${client}`)));
    const history = await service.request({ url: `${url}/versions?limit=1000` });
    const versions = history.json<{ data: { version: number; question: { tags: string[] } }[] }>().data;
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: CLIENTS + 1 }, (_, index) => CLIENTS + 1 - index),
    );
    const added = versions.slice(0, -1).map(({ question: { tags } }) => tags.at(-1));
    expect(new Set(added).size).toBe(CLIENTS);
    expect(conflicts).toBeGreaterThan(0);
  });
});

describe('50 copies of one POST with one Idempotency-Key', () => {
  it('create one question, which everybody gets in the end', async () => {
    const payload = draft({ question_text: 'Which river is the longest in Europe?', external_id: 'only-once' });
    const send = async (): Promise<{ id: string; replayed: boolean }> => {
      for (;;) {
        const reply = await service.request({
          method: 'POST',
          url: '/questions',
          headers: { 'idempotency-key': 'one-key' },
          payload,
        });
        if (reply.statusCode === 201)
          return { id: reply.json<{ id: string }>().id, replayed: reply.headers['idempotent-replayed'] === 'true' };
        expect(reply.statusCode).toBe(409);
        expect(reply.json<{ code: string }>().code).toBe('idempotency_key_in_use');
        expect(reply.headers['retry-after']).toBe('1');
      }
    };
    const replies = await Promise.all(Array.from({ length: CLIENTS }, send));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(replies.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const { rows } = await service.deps.db.reads.query(`select from questions where external_id = 'only-once'`);
    expect(rows).toHaveLength(1);
    const events = await service.deps.db.reads.query(`select from events where resource_id = $1`, [replies[0]?.id]);
    expect(events.rows).toHaveLength(1);
  });
});
