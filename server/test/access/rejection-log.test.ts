import { describe, expect, it } from 'vitest';
import { MAX_NETWORKS, RejectionLog, SEVERAL_NETWORKS } from '../../src/access/rejection-log.ts';
import { newSecret } from '../../src/access/secrets.ts';
import type { AuditEntry } from '../../src/domain/audit.ts';
import { startTestService, type TestService } from '../harness.ts';
import { loseDatabase } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';

const START = new Date('2026-11-15T10:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

async function startAtTenOClock(): Promise<TestService> {
  const service = await startTestService({ ANONYMOUS_SCOPES: '' });
  service.clock.now = START;
  return service;
}

async function rejections({ deps }: TestService) {
  const { rows } = await deps.db.reads.query<Pick<AuditEntry, 'action' | 'target' | 'address' | 'details'>>(
    'select action, target, address, details from audit_log order by sequence',
  );
  return rows;
}

const reject = (service: TestService, remoteAddress = '192.0.2.1') =>
  service.request({ url: '/questions', remoteAddress, headers: bearer(newSecret('key')) });

describe('rejected tokens', () => {
  it('from one network in one minute become two entries: the first at once, the others as a count', async () => {
    const service = await startAtTenOClock();
    for (let guess = 0; guess < 100; guess += 1) await reject(service);
    await reject(service, '192.0.2.2');
    const first = { action: 'token.refused', target: null, details: {} };
    expect(await rejections(service)).toEqual([
      { ...first, address: '192.0.2.1' },
      { ...first, address: '192.0.2.2' },
    ]);
    service.clock.now = after(59);
    await service.deps.rejections.writeEnded();
    expect(await rejections(service)).toHaveLength(2);
    service.clock.now = after(60);
    await service.deps.rejections.writeEnded();
    await service.deps.rejections.writeEnded();
    expect((await rejections(service)).slice(2)).toEqual([
      { ...first, address: '192.0.2.1', details: { count: 99, since: START.toISOString() } },
    ]);
  });

  it('are counted anew in the next minute, even if the previous count has not been written yet', async () => {
    const service = await startAtTenOClock();
    for (let guess = 0; guess < 3; guess += 1) await reject(service);
    service.clock.now = after(90);
    for (let guess = 0; guess < 2; guess += 1) await reject(service);
    expect((await rejections(service)).map(({ details }) => details)).toMatchObject([{}, { count: 2 }, {}]);
    await service.deps.rejections.close();
    expect((await rejections(service)).at(-1)).toMatchObject({ details: { count: 1 } });
  });

  it('become a bounded number of entries, even from ten times as many networks as are distinguished', async () => {
    const service = await startAtTenOClock();
    const log = new RejectionLog(service.deps.db.writes, service.deps.now);
    const entry = (number: number): AuditEntry => ({
      action: 'token.refused',
      actor: 'anonymous',
      target: null,
      address: `2001:db8:${number.toString(16)}::/64`,
      request_id: 'many',
      occurred_at: service.deps.now(),
      details: {},
    });
    for (let number = 0; number < 10 * MAX_NETWORKS; number += 1) await log.note(entry(number));
    await log.close();
    const rows = await rejections(service);
    expect(rows).toHaveLength(MAX_NETWORKS + 2);
    expect(rows.at(-1)).toMatchObject({ address: SEVERAL_NETWORKS, details: { count: 9 * MAX_NETWORKS - 1 } });
  });

  it('are rejected by their form while the database is unavailable', async () => {
    const service = await startAtTenOClock();
    await loseDatabase(service);
    const reply = await service.request({ url: '/questions', headers: bearer('qst_mistyped') });
    expect(reply.statusCode).toBe(401);
  });
});

describe('failed logins', () => {
  it('are folded in the same way, with the clients that were tried', async () => {
    const service = await startAtTenOClock();
    const fail = (client_id: string) =>
      service.request({
        method: 'POST',
        url: '/oauth/token',
        remoteAddress: '192.0.2.1',
        payload: { grant_type: 'client_credentials', client_id, client_secret: 'x' },
      });
    for (const client of ['one', 'one', 'two']) await fail(client);
    for (let number = 0; number < 100; number += 1) await fail(`number ${number}`);
    await service.deps.rejections.close();
    const [first, all, ...more] = await rejections(service);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ action: 'login.failed', target: 'client:one' });
    expect(all).toMatchObject({ action: 'login.failed', target: null, details: { count: 102 } });
    expect(all?.details['targets']).toHaveLength(10);
    expect(all?.details['targets']).toEqual(expect.arrayContaining(['client:one', 'client:two', 'client:number 0']));
  });
});
