import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger } from '../../src/bin/logger.ts';
import { startTestService } from '../harness.ts';

/** The log lines about proxies after some requests. */
async function noticesOf(environment: Record<string, string>, headers: Record<string, string>): Promise<string[]> {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const service = await startTestService(environment, createLogger('warn', 'api', stream));
  for (const url of ['/healthz', '/openapi.json', '/questions', '/nothing', '/questions']) {
    await service.request({ url, headers });
  }
  return text.split('\n').filter((line) => line.includes('X-Forwarded-For'));
}

const FORWARDED = { 'x-forwarded-for': '198.51.100.1' };

it('reports an ignored X-Forwarded-For to the operator, once', async () => {
  const notices = await noticesOf({}, FORWARDED);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain('set TRUST_PROXY to the number of proxies');
  expect(notices[0]).not.toContain('198.51.100.1');
});

it('reports nothing if the proxy is trusted or there is none', async () => {
  expect(await noticesOf({ TRUST_PROXY: '1' }, FORWARDED)).toEqual([]);
  expect(await noticesOf({}, {})).toEqual([]);
});
