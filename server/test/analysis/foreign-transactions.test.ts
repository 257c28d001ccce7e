import { beforeAll, describe, expect, it } from 'vitest';
import { forgetForeignTransactions } from '../../src/store/database/foreign-transactions.ts';
import { draft, startTestService, type TestService } from '../harness.ts';
import { runToEnd, startTestWorker } from './worker.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.create([draft(), draft({ question_text: 'Which is the largest planet?', correct_answer: 'Jupiter' })]);
  await startTestWorker(service);
});

/** Like the dump of a server that has run many more transactions than this one. */
async function pretendRestored(): Promise<void> {
  await service.deps.db.writes.query(`update questions set transaction_id = '1000000000000'`);
  await service.deps.db.writes.query(`update analyses set snapshot = '1000000000000:1000000000000:'`);
}

const request = { analysis_type: 'coverage', filter: { language: 'en' } };

describe('a bank restored from the dump of another server', () => {
  it('is analysed completely once migrating has reset its foreign transaction numbers', async () => {
    await pretendRestored();
    expect((await runToEnd(service, request)).error?.code).toBe('insufficient_data'); // all of it seems to be in the future
    expect(await forgetForeignTransactions(service.deps.db.writes)).toBe(2);
    expect((await runToEnd(service, request)).question_count).toBe(2);
  });

  it('does not reuse results whose snapshot is meaningless here', async () => {
    const before = await runToEnd(service, request);
    expect((await runToEnd(service, request)).snapshot_at).toBe(before.snapshot_at);
    await service.deps.db.writes.query(`update analyses set snapshot = '1000000000000:1000000000000:'`);
    await forgetForeignTransactions(service.deps.db.writes);
    expect((await runToEnd(service, request)).snapshot_at).not.toBe(before.snapshot_at);
  });

  it('does not change a bank of this server', async () => {
    expect(await forgetForeignTransactions(service.deps.db.writes)).toBe(0);
  });
});
