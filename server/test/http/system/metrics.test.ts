import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { answersWithoutDatabase, refusesUnknownParameters } from '../common.ts';

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
    const answer = await service.request({ url, headers: { ...asOperator, accept: 'text/plain;version=0.0.4' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/u);
    for (const line of answer.body.trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? \S+|)$/u);
    }
  });

  it('counts requests by method, route pattern and status', async () => {
    const labels = 'method="GET",route="/questions/:id",status="404"';
    expect(await readMetric('http_request_duration_seconds_count', labels)).toBeUndefined();
    await service.request({ url: '/questions/one' });
    await service.request({ url: '/v1/questions/two?surprise=1' });
    await service.request({ url: '/questions/three' });
    expect(await readMetric('http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts unknown addresses under one label, so that nobody can make it grow', async () => {
    await service.request({ url: '/secret-address-1' });
    await service.request({ url: '/secret-address-2' });
    expect((await service.request(request)).body).not.toContain('secret-address');
    const labels = 'method="GET",route="unknown",status="404"';
    expect(await readMetric('http_request_duration_seconds_count', labels)).toBe(2);
  });

  it('counts the connections to the database', async () => {
    await service.request({ url: '/questions' });
    expect(await readMetric('database_connections', 'pool="reads",state="open"')).toBeGreaterThan(0);
    expect(await readMetric('database_connections', 'pool="writes",state="waiting"')).toBe(0);
  });

  it('keeps the numbers of two services in one process apart', async () => {
    const other = await startTestService();
    const { body } = await other.request(request);
    expect(body).not.toMatch(/^http_request_duration_seconds_count/mu);
    expect(body).toMatch(/^process_resident_memory_bytes/mu);
  });
});

describe('400', () => {
  refusesUnknownParameters(service, request);
});

describe('503', () => {
  answersWithoutDatabase(request); // whose token it is, the database tells
});
