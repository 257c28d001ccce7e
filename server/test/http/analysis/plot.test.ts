import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../../src/analysis/index.ts';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';
import { createDemoBank, MANY, NOT_IDS, queueRun, runWhole, startTestWorker } from './steps.ts';

const service = await startTestService(MANY);
await createDemoBank(service);
const worker = await startTestWorker(service);
const runs = await Promise.all(analysisTypes.map(({ name }) => runWhole(service, name)));
await worker.stop();
const plots = runs.flatMap((run) =>
  (run.result?.plots ?? []).map(({ id }) => ({
    name: `${run.analysis_type} ${id}`,
    base: `/analysis/${run.id}/plots`,
    id,
  })),
);
const [{ base, id } = { base: '', id: '' }] = plots;
const url = `${base}/${id}.svg`;

describe('200', () => {
  it.each(plots)('draws $name as SVG and as PNG', async (plot) => {
    const svg = await service.request({ url: `${plot.base}/${plot.id}.svg` });
    expect(svg.statusCode, svg.body).toBe(200);
    expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(svg.body).toMatch(/^<svg [\s\S]*<\/svg>\s*$/u);
    expect(svg.body).toContain('<title');
    const png = await service.request({ url: `${plot.base}/${plot.id}.png` });
    expect(png.statusCode, png.body).toBe(200);
    expect(png.headers['content-type']).toBe('image/png');
    expect(png.rawPayload.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  });

  it('has plots of every type', () => {
    expect(runs.filter(({ result }) => (result?.plots.length ?? 0) === 0)).toEqual([]);
  });

  it('prevents a picture from loading or running anything, and allows caching', async () => {
    for (const format of ['svg', 'png']) {
      const { headers } = await service.request({ url: `${base}/${id}.${format}` });
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=3600',
      });
    }
  });

  it('draws a light and a dark theme', async () => {
    const draw = async (query: string) => (await service.request({ url: `${url}${query}` })).body;
    expect(await draw('?theme=light')).toBe(await draw(''));
    expect(await draw('?theme=dark')).not.toBe(await draw(''));
  });

  it('is as wide as requested, with or without its title', async () => {
    const draw = async (query: string) => (await service.request({ url: `${url}${query}` })).body;
    expect(await draw('?width=800')).toBe(await draw(''));
    expect(await draw('?title=true')).toBe(await draw(''));
    expect(await draw('?width=560')).toMatch(/^<svg [^>]* width="560"/u);
    expect(await draw('?title=false')).not.toBe(await draw(''));
  });

  it('is sent to a browser that accepts pictures', async () => {
    const headers = { accept: 'image/avif,image/webp,*/*;q=0.8' };
    expect((await service.request({ url, headers })).statusCode).toBe(200);
    expect((await service.request({ url, headers: { accept: 'image/svg+xml' } })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('rejects an unknown theme', async () => {
    const { errors } = expectProblem(await service.request({ url: `${url}?theme=drak` }), 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter: 'theme', code: 'not_allowed', allowed: ['light', 'dark'] }]);
  });
});

describe('400 of a size', () => {
  it.each(['width=319', 'width=1601', 'width=wide', 'title=no'])('rejects %s', async (query) => {
    expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
  });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find the analysis %s', async (unknown) => {
    const reply = await service.request({ url: `/analysis/${unknown}/plots/${id}.svg` });
    expectProblem(reply, 404, 'analysis_not_found');
  });

  it.each(['nonsense.svg', 'nonsense', `${id}.gif`, id, `${id}.svg.png`, '.svg', 'a%2Fb.svg', '%3Csvg%3E.svg'])(
    'does not find the plot %s and lists the existing ones',
    async (name) => {
      const problem = expectProblem(await service.request({ url: `${base}/${name}` }), 404, 'plot_not_found');
      expect(problem.detail).toContain(`${id}.svg`);
    },
  );

  it('returns 409 before the analysis has succeeded', async () => {
    const queued = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: 1 } });
    const reply = await service.request({ url: `/analysis/${queued.id}/plots/${id}.svg` });
    expect(expectProblem(reply, 404, 'plot_not_found').detail).toContain('It has none.');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'analyses');
});
