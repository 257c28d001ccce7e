import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { refusesOtherAccept, refusesUnknownParameters } from '../common.ts';

const service = await startTestService();
const url = '/healthz';

describe('200', () => {
  it('says that the process lives, and that nobody may keep this', async () => {
    const answer = await service.request({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('does not ask the database', async () => {
    const other = await startTestService();
    await other.deps.db.close();
    other.deps.db.close = async () => {};
    expect((await other.request({ url })).statusCode).toBe(200);
  });

  it('has no tag and is never "not modified"', async () => {
    const answer = await service.request({ url, headers: { 'if-none-match': '*' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.etag).toBeUndefined();
  });
});

describe('400', () => {
  refusesUnknownParameters(service, { url });
});

describe('406', () => {
  refusesOtherAccept(service, { url });
});
