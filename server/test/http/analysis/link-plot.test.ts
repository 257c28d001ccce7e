import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { createDemoBank, NOT_IDS, runWhole, startTestWorker } from './steps.ts';

const lines: string[] = [];
const service = await startTestService({}, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
await createDemoBank(service);
const worker = await startTestWorker(service);
const run = await runWhole(service, 'coverage');
await worker.stop();
const [plot] = run.result?.plots ?? [];
const file = `${plot?.id}.svg`;
const url = `/analysis/${run.id}/plots/${file}/link`;
const request = { method: 'POST', url, payload: {} } as const;

interface PlotLink {
  url: string;
  expires_at: string;
}

async function makeLink(payload: object = {}, headers: Record<string, string> = {}): Promise<PlotLink> {
  const reply = await service.request({ ...request, payload, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<PlotLink>();
}

describe('200', () => {
  replaysByKey(service, async () => request);

  it('returns an address of the picture that works without a token for an hour', async () => {
    service.clock.now = new Date('2030-01-01T00:00:00.000Z');
    const link = await makeLink({}, { host: 'bank.example' });
    expect(link.expires_at).toBe('2030-01-01T01:00:00.000Z');
    expect(link.url).toMatch(
      new RegExp(
        `^http://bank.example/pictures/${run.id}/${file}\\?theme=light&expires=\\d+&signature=[\\w-]{43}$`,
        'u',
      ),
    );
    delete service.clock.now;
  });

  it.each([60, 86_400])('lasts %i seconds on request', async (expires_in) => {
    const before = Date.now();
    const { expires_at } = await makeLink({ expires_in });
    expect(Math.abs(Date.parse(expires_at) - before - expires_in * 1000)).toBeLessThan(5000);
  });

  it('keeps the base path of the caller', async () => {
    const reply = await service.request({ ...request, url: `/v1${url}` });
    expect(reply.json<PlotLink>().url).toContain('/v1/pictures/');
  });

  it('is not cacheable', async () => {
    expect((await service.request(request)).headers['cache-control']).toBe('no-store');
  });

  it('leaves neither a token nor a signature in the log', async () => {
    const { token } = await createKey(service, { scopes: ['analysis:read', 'questions:read'] });
    lines.length = 0;
    const link = await makeLink({}, bearer(token));
    await service.request({ url: new URL(link.url).pathname + new URL(link.url).search });
    expect(link.url).not.toContain(token);
    expect(lines.join('')).toContain(`/pictures/${run.id}/${file}`);
    expect(lines.join('')).not.toContain('signature');
    expect(lines.join('')).not.toContain(String(new URL(link.url).searchParams.get('signature')));
    expect(lines.join('')).not.toContain(token);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([59, 86_401, '60'])('rejects a link for %j seconds', async (expires_in) => {
    const reply = await service.request({ ...request, payload: { expires_in } });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/expires_in' }]);
  });

  it('rejects an unknown theme', async () => {
    const reply = await service.request({ ...request, payload: { theme: 'drak' } });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/theme' }]);
  });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find the analysis %s', async (id) => {
    const reply = await service.request({ ...request, url: `/analysis/${id}/plots/${file}/link` });
    expectProblem(reply, 404, 'analysis_not_found');
  });

  it('does not find a plot that the result lacks', async () => {
    const reply = await service.request({ ...request, url: `/analysis/${run.id}/plots/nonsense.svg/link` });
    expect(expectProblem(reply, 404, 'plot_not_found').detail).toContain(file);
  });
});

describe('a caller who may not see the plot', () => {
  it.each([['without analysis:read', ['questions:read']]] as const)('gets no link to it: %s', async (_who, scopes) => {
    const { token } = await createKey(service, { scopes: [...scopes] });
    const seen = await service.request({ url: `/analysis/${run.id}/plots/${file}`, headers: bearer(token) });
    expectProblem(seen, 403, 'insufficient_scope');
    expectProblem(await service.request({ ...request, headers: bearer(token) }), 403, 'insufficient_scope');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, async () => request, { theme: 'dark' });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'analyses');
});
