import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';
import { createDemoBank, runWhole, startTestWorker, UNKNOWN_ID } from './steps.ts';

const service = await startTestService({ RATE_LIMIT: 'true', LIMIT_POINTS_ANONYMOUS: '1000000' });
await createDemoBank(service);
const worker = await startTestWorker(service);
const run = await runWhole(service, 'coverage');
const other = await runWhole(service, 'text_statistics');
await worker.stop();
const [first, second] = run.result?.plots ?? [];

/** Returns the path of a link to a plot. */
async function makeLink(file: string, payload: object = {}, id = run.id): Promise<string> {
  const reply = await service.request({ method: 'POST', url: `/analysis/${id}/plots/${file}/link`, payload });
  expect(reply.statusCode, reply.body).toBe(200);
  const { pathname, search } = new URL(reply.json<{ url: string }>().url);
  return `${pathname}${search}`;
}

const url = await makeLink(`${first?.id}.svg`);
const change = (name: string, value: string) => url.replace(new RegExp(`${name}=[^&]+`, 'u'), `${name}=${value}`);

describe('200', () => {
  it.each(['svg', 'png'])('shows the same %s as a request with a token', async (format) => {
    const shown = await service.request({ url: await makeLink(`${first?.id}.${format}`) });
    const seen = await service.request({ url: `/analysis/${run.id}/plots/${first?.id}.${format}` });
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.headers['content-type']).toBe(seen.headers['content-type']);
    expect(shown.rawPayload.equals(seen.rawPayload)).toBe(true);
  });

  it('uses the theme of the link', async () => {
    const dark = await service.request({ url: await makeLink(`${first?.id}.svg`, { theme: 'dark' }) });
    expect(dark.body).toBe(
      (await service.request({ url: `/analysis/${run.id}/plots/${first?.id}.svg?theme=dark` })).body,
    );
  });

  it('allows embedding by any origin, runs no scripts, and is cached for a minute', async () => {
    expect((await service.request({ url, headers: { origin: 'https://school.example' } })).headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=60',
    });
  });

  it('charges the network the points of a read', async () => {
    const left = async () => {
      const { headers } = await service.request({ url, remoteAddress: '192.0.2.7' });
      return Number(/r=(\d+)/u.exec(String(headers['ratelimit']))?.[1]);
    };
    const before = await left();
    expect(before - (await left())).toBe(1);
  });

  it('works under /v1 as well', async () => {
    expect((await service.request({ url: `/v1${url}` })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each(['expires', 'signature'])('rejects an address without %s', async (name) => {
    const without = url.replace(new RegExp(`[?&]${name}=[^&]+`, 'u'), '').replace('.svg&', '.svg?');
    expect(expectProblem(await service.request({ url: without }), 400, 'validation_error').errors).toMatchObject([
      { parameter: name, code: 'required' },
    ]);
  });
});

describe('403', () => {
  it.each([
    ['another signature', () => change('signature', 'A'.repeat(43))],
    ['a shorter signature', () => change('signature', 'A')],
    ['a later expiry time', () => change('expires', '4000000000')],
    ['another theme', () => change('theme', 'dark')],
    ['another plot', () => url.replace(`${first?.id}.svg`, `${second?.id}.svg`)],
    ['another format', () => url.replace('.svg', '.png')],
    ['another analysis', () => url.replace(run.id, other.id)],
    ['an analysis that does not exist', () => url.replace(run.id, UNKNOWN_ID)],
  ])('rejects a link with %s', async (_name, forge) => {
    expectProblem(await service.request({ url: forge() }), 403, 'invalid_link');
  });

  it('rejects it from its expiry time on', async () => {
    const short = await makeLink(`${first?.id}.svg`, { expires_in: 60 });
    const start = Date.now();
    service.clock.now = new Date(start + 57_000);
    expect((await service.request({ url: short })).headers['cache-control']).toMatch(/^private, max-age=[1-3]$/u);
    service.clock.now = new Date(start + 60_000);
    expectProblem(await service.request({ url: short }), 403, 'invalid_link');
    delete service.clock.now;
  });
});

describe('404', () => {
  it('stops working when its analysis is deleted', async () => {
    const link = await makeLink(`${other.result?.plots[0]?.id}.svg`, {}, other.id);
    expect((await service.request({ url: link })).statusCode).toBe(200);
    expect((await service.request({ method: 'DELETE', url: `/analysis/${other.id}` })).statusCode).toBe(200);
    expectProblem(await service.request({ url: link }), 404, 'analysis_not_found');
  });

  it('does not find a malformed id', async () => {
    expectProblem(await service.request({ url: url.replace(run.id, 'nonsense') }), 404, 'analysis_not_found');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'signing_keys');
});
