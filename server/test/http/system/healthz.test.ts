import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { rejectsOtherAccept, rejectsUnknownParameters } from '../common.ts';

const service = await startTestService();
const url = '/healthz';

describe('200', () => {
  it('reports that the process is alive, and is not cacheable', async () => {
    const reply = await service.request({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 'ok' });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('does not query the database', async () => {
    const other = await startTestService();
    await other.deps.db.close();
    other.deps.db.close = async () => {};
    expect((await other.request({ url })).statusCode).toBe(200);
  });

  it('has no ETag and never replies with 304', async () => {
    const reply = await service.request({ url, headers: { 'if-none-match': '*' } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers.etag).toBeUndefined();
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});
