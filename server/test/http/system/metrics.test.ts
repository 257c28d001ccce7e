import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { rejectsUnknownParameters, rejectsWithoutDatabase } from '../common.ts';

const service = await startTestService();
const url = '/metrics';
const request = { url, headers: asOperator };

async function readMetric(name: string, labels: string): Promise<number | undefined> {
  const { body } = await service.request(request);
  const line = body.split('\n').find((text) => text.startsWith(`${name}{${labels}}`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('200', () => {
  it('speaks the text format of Prometheus, whatever the caller accepts', async () => {
    const reply = await service.request({ url, headers: { ...asOperator, accept: 'text/plain;version=0.0.4' } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/u);
    for (const line of reply.body.trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? \S+|)$/u);
    }
  });

  it('counts requests by method, route pattern and status', async () => {
    const labels = 'method="GET",route="/questions/:id",status="404"';
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBeUndefined();
    await service.request({ url: '/questions/one' });
    await service.request({ url: '/v1/questions/two?surprise=1' });
    await service.request({ url: '/questions/three' });
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts unknown addresses under one label, so that nobody can make it grow', async () => {
    await service.request({ url: '/secret-address-1' });
    await service.request({ url: '/secret-address-2' });
    expect((await service.request(request)).body).not.toContain('secret-address');
    const labels = 'method="GET",route="unknown",status="404"';
    expect(await readMetric('quaestor_http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts rejections by the code of the problem, and requests in flight', async () => {
    await service.request({ url: '/questions', headers: { authorization: 'Bearer nonsense' } });
    await service.request({ url: '/questions', headers: { authorization: 'Bearer nonsense' } });
    await service.request({ url: '/questions/one' }); // the caller's own mistake
    expect(await readMetric('quaestor_http_rejections_total', 'code="invalid_token"')).toBe(2);
    expect((await service.request(request)).body).not.toMatch(
      /^quaestor_http_rejections_total\{code="question_not_found"/mu,
    );
    expect((await service.request(request)).body).toMatch(/^quaestor_http_requests_in_flight 1$/mu);
    expect((await service.request(request)).body).toMatch(/^quaestor_build_info\{version="1\.0\.0",node="v24\./mu);
  });

  it('counts the connections to the database', async () => {
    await service.request({ url: '/questions' });
    expect(await readMetric('quaestor_database_connections', 'pool="reads",state="open"')).toBeGreaterThan(0);
    expect(await readMetric('quaestor_database_connections', 'pool="writes",state="waiting"')).toBe(0);
  });

  it('keeps the numbers of two services in one process apart', async () => {
    const other = await startTestService();
    const { body } = await other.request(request);
    expect(body).not.toMatch(/^quaestor_http_request_duration_seconds_count/mu);
    expect(body).toMatch(/^process_resident_memory_bytes/mu);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request); // whose token it is, the database tells
});
