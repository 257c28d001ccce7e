/** @module-tag heavy */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Plot } from '../domain/analysis/plot.ts';
import { HOSTILE } from './hostile-plots.fixture.ts';
import { PICTURE_LIMITS, Pictures, PicturesBusyError, type WantedPicture } from './pictures.ts';
import { renderPng } from './render-png.ts';
import { renderSvg } from './render-svg.ts';
import { heatMap, SAMPLES } from './sample-plots.fixture.ts';

const open: Pictures[] = [];
afterEach(async () => {
  for (const pictures of open.splice(0)) await pictures.close();
});

/** Shared by tests that need no special limits, each with its own analyses: a thread takes a second to start. */
const shared = new Pictures();
afterAll(() => shared.close());

function start(limits: Partial<typeof PICTURE_LIMITS> = {}): Pictures {
  const pictures = new Pictures({ ...PICTURE_LIMITS, ...limits });
  open.push(pictures);
  return pictures;
}

/** A result with these plots, which counts how often it was loaded. */
function resultWith(plots: readonly Plot[]): { load: () => Promise<string>; loads: number } {
  const result = {
    loads: 0,
    load: async () => {
      result.loads += 1;
      return JSON.stringify({ plots });
    },
  };
  return result;
}

const wanted = (plot: Plot, change: Partial<WantedPicture> = {}): WantedPicture => ({
  analysis: 'a',
  plot: plot.id,
  format: 'svg',
  theme: 'light',
  language: null,
  ...change,
});
const [sample] = SAMPLES as [Plot];

describe('pictures', { timeout: 60_000 }, () => {
  it('are the same as without a thread', async () => {
    for (const [analysis, plot] of [...SAMPLES, ...HOSTILE.slice(0, 5).map(([, hostile]) => hostile)].entries()) {
      const svg = renderSvg(JSON.parse(JSON.stringify(plot)) as Plot, { theme: 'dark' });
      const found = await shared.find(
        wanted(plot, { analysis: `same ${analysis}`, theme: 'dark' }),
        resultWith([plot]).load,
      );
      expect(found).toEqual({ picture: Buffer.from(svg) });
    }
    const png = await renderPng(renderSvg(sample, { theme: 'light' }));
    expect(await shared.find(wanted(sample, { format: 'png' }), resultWith([sample]).load)).toEqual({ picture: png });
  });

  it('are rejected with the names of existing ones if they do not exist', async () => {
    const { load } = resultWith(SAMPLES);
    for (const format of ['svg', 'png'] as const) {
      const found = await shared.find({ ...wanted(sample, { format }), plot: 'none' }, load);
      expect(found).toEqual({ known: SAMPLES.map(({ id }) => id) });
    }
    expect(await shared.find(wanted(sample, { analysis: 'other' }), async () => null)).toEqual({ known: [] });
  });

  it('are drawn once for concurrent callers, and then cached', async () => {
    const result = resultWith([sample]);
    const ask = (format: 'svg' | 'png') => shared.find(wanted(sample, { analysis: 'once', format }), result.load);
    await Promise.all([
      ...Array.from({ length: 500 }, () => ask('png')),
      ...Array.from({ length: 500 }, () => ask('svg')),
    ]);
    await ask('svg');
    await ask('png');
    expect(result.loads).toBe(1);
  });

  it.each(['svg', 'png'] as const)(
    'are limited in number: the rest of ten times as many %s is rejected',
    async (format) => {
      const pictures = start({ underWay: 4 });
      const { load } = resultWith([sample]);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, analysis) =>
          pictures.find(wanted(sample, { analysis: String(analysis), format }), load),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(reasons.every((reason) => reason instanceof PicturesBusyError)).toBe(true);
      expect(await pictures.find(wanted(sample, { analysis: 'later' }), load)).toHaveProperty('picture');
    },
  );

  it('are abandoned if they take too long, and the next one is drawn', async () => {
    const slow = start({ drawMs: 1 });
    const { load } = resultWith([large]);
    await expect(slow.find(wanted(large), load)).rejects.toThrow(PicturesBusyError);
    expect(await shared.find(wanted(sample), resultWith([sample]).load)).toHaveProperty('picture');
  });

  it('stay within the memory limit of the cache, at ten times as much', async () => {
    const { length } = renderSvg(sample, { theme: 'light' });
    const cacheBytes = 10 * length;
    const pictures = start({ cacheBytes });
    const result = resultWith([sample]);
    for (let analysis = 0; analysis < 100; analysis += 1) {
      await pictures.find(wanted(sample, { analysis: String(analysis) }), result.load);
      expect(pictures.keptBytes).toBeLessThanOrEqual(cacheBytes);
    }
    expect(pictures.keptBytes).toBeGreaterThan(cacheBytes / 2);
    await pictures.find(wanted(sample, { analysis: '99' }), result.load);
    expect(result.loads).toBe(100); // the newest is still cached
  });

  it('take almost no time of the event loop', async () => {
    await shared.find(wanted(sample), resultWith([sample]).load); // the thread has started
    const cpuOf = async (work: () => unknown) => {
      const before = process.threadCpuUsage();
      await work();
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    const text = JSON.stringify({ plots: [large] });
    const inline = await cpuOf(() => renderSvg(JSON.parse(text).plots[0] as Plot, { theme: 'light' }));
    const threaded = await cpuOf(() => shared.find(wanted(large), async () => text));
    expect(threaded).toBeLessThan(inline / 4);
  });
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);
/** A plot of the maximum size. */
const large: Plot = {
  ...heatMap,
  id: 'large',
  x: { label: 'x', values: names(100) },
  y: { label: 'y', values: names(100) },
  values: names(100).map((_, y) => names(100).map((__, x) => x * y)),
};
