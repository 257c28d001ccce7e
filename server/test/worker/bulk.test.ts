import { describe, expect, it } from 'vitest';
import { startTestWorker } from '../analysis/worker.ts';
import { startTestService, type TestService } from '../harness.ts';
import { getBody } from '../http/common.ts';
import {
  idsOf,
  numbered,
  queueBulk,
  revert,
  runBulk,
  storedContents,
  waitForChange,
} from '../http/questions/bulk-steps.ts';
import { seededRandom } from '../random.ts';

const MEMBERS = 2000;

async function startBank(count: number): Promise<{ service: TestService; ids: string[] }> {
  const service = await startTestService();
  const ids: string[] = [];
  for (let from = 0; from < count; from += 1000) {
    const part = numbered(Math.min(1000, count - from), (index) => ({
      question_text: `How much is ${from + index} and one more?`,
      topic_focus: 'Sums',
    }));
    ids.push(...idsOf(await service.create(part)));
  }
  return { service, ids };
}

describe('a bulk change with concurrent writers', () => {
  it('loses no update, and changes exactly its members', { timeout: 120_000 }, async () => {
    const { service, ids } = await startBank(MEMBERS);
    await startTestWorker(service);
    const random = seededRandom(20);
    const { id } = await queueBulk(service, { filter: {}, expected_count: MEMBERS, set: { category: 'Literature' } });
    let over = false;
    const writes: { id: string; status: number; tag: string }[] = [];
    const write = async (connection: number) => {
      for (let turn = 0; !over; turn += 1) {
        const question = ids[Math.floor(random() * ids.length)] ?? '';
        const kind = random();
        const url = `/questions/${question}`;
        if (kind < 0.2) await service.request({ method: 'DELETE', url });
        else if (kind < 0.4) await service.request({ method: 'POST', url: `${url}/restore` });
        else if (kind < 0.5) {
          // A question that the filter would have matched if it had existed.
          const made = await service.create(numbered(1, () => ({ tags: ['later'], topic_focus: 'Sums' })));
          writes.push({ id: made[0]?.id ?? '', status: 201, tag: 'later' });
        } else {
          const tag = `${connection}-${turn}`;
          const { statusCode } = await service.request({ method: 'PATCH', url, payload: { explanation: tag } });
          writes.push({ id: question, status: statusCode, tag });
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, connection) => write(connection));
    const ended = await waitForChange(service, id);
    over = true;
    await Promise.all(writers);
    const { bulk } = ended;
    expect(ended.status).toBe('succeeded');
    expect(bulk).toMatchObject({ matched: MEMBERS, unchanged: 0 });
    expect((bulk?.changed ?? 0) + (bulk?.skipped ?? 0)).toBe(MEMBERS);
    expect(bulk?.skips.every(({ reason }) => reason === 'deleted')).toBe(true);
    expect(bulk?.skips).toHaveLength(bulk?.skipped ?? -1);

    // Every version that anybody wrote exists, one after another; each member has one of the bulk change or is reported
    // as skipped.
    const { rows } = await service.deps.db.reads.query<{
      id: string;
      versions: number[];
      mine: number;
      bodies: string[];
    }>({
      text: `select id, array_agg(version order by version) as versions, count(*) filter (where change_id = $1)::integer as mine,
                    array_agg(body order by version) as bodies
               from (select question_id as id, version, change_id, body from question_versions
                     union all select id, version, change_id, body from questions) every_version
              group by id`,
      values: [id],
    });
    const skipped = new Set(bulk?.skips.map(({ question_id }) => question_id));
    const members = new Set(ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      expect(row.versions).toEqual(row.versions.map((_, index) => index + 1));
      expect({ id: row.id, mine: row.mine }).toEqual({
        id: row.id,
        mine: members.has(row.id) && !skipped.has(row.id) ? 1 : 0,
      });
    }
    const edits = writes.filter(({ status }) => status === 200);
    expect(edits.length).toBeGreaterThan(10);
    for (const { id: question, tag } of edits)
      expect(byId.get(question)?.bodies.some((body) => body.includes(`"explanation":"${tag}"`))).toBe(true);
    expect(writes.some(({ status }) => status === 201)).toBe(true);
    const later = await getBody(service, '/questions?tag=later&category=Literature');
    expect(later.data).toEqual([]);
  });
});

describe('a bulk change', () => {
  it('is reverted exactly, in about the time it took', { timeout: 120_000 }, async () => {
    const { service, ids } = await startBank(1002);
    await startTestWorker(service);
    await service.request({ method: 'DELETE', url: `/questions/${ids[7]}` });
    const before = await storedContents(service);
    const all = { filter: {}, expected_count: 1001 };
    for (const work of [
      {
        add_tags: ['a', 'b'],
        set: {
          category: 'Literature',
          difficulty: 2,
          topic_focus: null,
          language: 'fr',
          license: 'CC0-1.0',
          status: 'archived',
        },
      },
      { delete: true },
    ]) {
      const started = performance.now();
      const change = await runBulk(service, { ...all, ...work });
      const bulkMs = performance.now() - started;
      expect(change).toMatchObject({ status: 'succeeded', count: 1001 });
      expect(await storedContents(service)).not.toEqual(before);
      const begun = performance.now();
      await revert(service, change.id);
      // A revert is about as much work as its change, but takes longer if it has to be retried.
      expect(performance.now() - begun).toBeLessThan(5 * bulkMs + 5000);
      expect(await storedContents(service)).toEqual(before);
    }
    const restored = await runBulk(service, { filter: {}, expected_count: 1, restore: true });
    await revert(service, restored.id);
    expect(await storedContents(service)).toEqual(before);
  });

  it('says where it stopped if it cannot continue', async () => {
    const { service } = await startBank(1000);
    const small = { ...service.deps, config: { ...service.deps.config, dailyStorageMb: 0.2 } };
    await startTestWorker({ deps: small });
    const change = await runBulk(service, { filter: {}, expected_count: 1000, set: { difficulty: 2 } });
    expect(change).toMatchObject({ status: 'failed', error: { code: 'quota_exceeded' }, count: 0 });
    expect(change.progress).toEqual({ completed: 0, total: 1000 });
    expect((await getBody(service, '/questions?difficulty=2')).pagination.total).toBe(0);
  });
});
