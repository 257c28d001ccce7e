/** @module-tag heavy */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { renderPng } from './render-png.ts';
import { renderSvg } from './render-svg.ts';
import { heatMap, SAMPLES } from './sample-plots.fixture.ts';

const pictures = SAMPLES.flatMap((plot) =>
  (['light', 'dark'] as const).map((theme) => ({ name: `${plot.kind} in ${theme}`, svg: renderSvg(plot, { theme }) })),
);

function sizeOf(svg: string): (number | undefined)[] {
  return ['width', 'height'].map((side) => Number(new RegExp(` ${side}="(\\d+)"`).exec(svg)?.[1]));
}

function withoutText(svg: string): string {
  return svg.replace(/<text[^]*?<\/text>/g, '');
}

const drawn = new Map<string, Promise<Buffer>>();

/** Draws each picture once for all tests that only inspect it. */
function drawOnce(svg: string): Promise<Buffer> {
  const known = drawn.get(svg) ?? renderPng(svg);
  drawn.set(svg, known);
  return known;
}

async function pixels(png: Buffer): Promise<Buffer> {
  return sharp(png).removeAlpha().raw().toBuffer();
}

describe('renderPng', () => {
  it.each(pictures)('has two pixels for each unit of a $name', async ({ svg }) => {
    const { format, width, height } = await sharp(await drawOnce(svg)).metadata();
    expect([format, width, height]).toEqual(['png', ...sizeOf(svg).map((side) => 2 * (side ?? 0))]);
  });

  it.each(pictures)('draws shapes and texts of a $name', async ({ svg }) => {
    const [full, mute] = [await pixels(await drawOnce(svg)), await pixels(await drawOnce(withoutText(svg)))];
    const { channels } = await sharp(await drawOnce(withoutText(svg))).stats();
    expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(2);
    let changed = 0;
    for (let index = 0; index < full.length; index += 1)
      if (Math.abs((full[index] ?? 0) - (mute[index] ?? 0)) > 40) changed += 1;
    expect(changed).toBeGreaterThan(5000);
  });

  it('gives the same bytes each time', async () => {
    const svg = renderSvg(heatMap, { theme: 'light' });
    expect((await renderPng(svg)).equals(await renderPng(svg))).toBe(true);
  });

  // A separate process, because fontconfig reads its configuration once.
  it('writes the same letters on a machine without fonts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-fonts-'));
    try {
      const configuration = join(folder, 'fonts.conf');
      writeFileSync(configuration, '<?xml version="1.0"?><fontconfig></fontconfig>');
      const svg = renderSvg(heatMap, { theme: 'light' });
      const script = `
        import { readFileSync } from 'node:fs';
        import { renderPng } from ${JSON.stringify(new URL('./render-png.ts', import.meta.url).href)};
        process.stdout.write(await renderPng(readFileSync(0, 'utf8')));`;
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        input: svg,
        env: { ...process.env, FONTCONFIG_FILE: configuration },
        maxBuffer: 1 << 26,
      });
      expect(stderr.toString()).toBe('');
      expect((await pixels(stdout)).equals(await pixels(await renderPng(svg)))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
