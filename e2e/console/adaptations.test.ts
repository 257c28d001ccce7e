/** @module-tag release */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { type Look, readLook } from './look.ts';
import { planTour, type Stop } from './tour.ts';

const stage = startBrowser();
/**
 * The folder for screenshots that people review and no test compares:
 * `SCREENSHOTS=/a/folder npm run console:release -- adaptations`.
 */
const SCREENSHOTS = process.env['SCREENSHOTS'];
let tour: Stop[];
beforeAll(async () => {
  tour = await planTour();
});

async function photograph(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** Returns the multiset difference of two lists. */
function missing(wanted: readonly string[], there: readonly string[]): string[] {
  const left = [...there];
  return wanted.filter((one) => {
    const place = left.indexOf(one);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** Returns the multiset intersection of two lists. */
function shared(one: readonly string[], other: readonly string[]): string[] {
  const left = missing(one, other);
  return missing(one, left);
}

/** Returns those of the first few Tab stops that have no focus ring. */
async function findStopsWithoutRing(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab');
    const bare = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return element === document.body || hasRing ? '' : element.outerHTML.slice(0, 120);
    });
    if (bare !== '') found.push(bare);
  }
  return found;
}

describe('A9 the reader’s own colours', () => {
  it.each([
    { look: 'light', dark: false },
    { look: 'dark', dark: true },
  ])('hides no content on any page: $look', { timeout: 900_000 }, async ({ look, dark }) => {
    const page = await stage.signIn('administrator', { dark });
    const faults: Record<string, string[]> = {};
    for (const { name, open } of tour) {
      await page.emulateMedia({ forcedColors: 'none' });
      await open(page);
      const before: Look = await page.evaluate(readLook);
      await page.emulateMedia({ forcedColors: 'active' });
      const forced: Look = await page.evaluate(readLook);
      await photograph(page, `${name}-forced-${look}`);
      await page.emulateMedia({ forcedColors: 'none' });
      const after: Look = await page.evaluate(readLook);
      await page.emulateMedia({ forcedColors: 'active' });
      // Texts that exist both before and after are not transient.
      const texts = shared(before.texts, after.texts);
      const edges = shared(before.edges, after.edges);
      expect(texts.length, name).toBeGreaterThan(5);
      const found = {
        'a text vanishes': missing(texts, forced.texts),
        'an edge vanishes': missing(edges, forced.edges),
        'is not to be seen': forced.invisible,
        'is chosen, and looks as if not': forced.unmarked,
        'has the focus, and no ring': await findStopsWithoutRing(page),
      };
      for (const [fault, places] of Object.entries(found)) if (places.length > 0) faults[`${name}: ${fault}`] = places;
    }
    expect(faults).toEqual({});
  });
});

describe('A9 the preference for less motion', () => {
  it('shifts no layout on any page, during or after loading', { timeout: 900_000 }, async () => {
    const page = await stage.signIn('administrator');
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect, playState }) => `${playState} ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 120)}`),
      );
    const faults: Record<string, string[]> = {};
    for (const { name, open } of tour) {
      await open(page);
      const found = await moving();
      if (found.length > 0) faults[name] = found;
    }
    expect(faults).toEqual({});
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/questions?*', async (route) => {
      await held;
      await route.continue();
    });
    for (const url of ['/questions', '/trash', '/activity']) {
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await moving(), `${url} while it loads`).toEqual([]);
    }
    release();
  });

  it('makes a difference, because the test notices motion without it', async () => {
    const page = await stage.openQuestions('administrator', { reducedMotion: 'no-preference' });
    await page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      for (const type of ['transitionrun', 'animationstart'])
        document.addEventListener(type, (event) => seen.add(event.type), true);
    });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape'); // opens at once, because its file is loaded, and closes slowly
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { seen: Set<string> }).seen.size))
      .toBeGreaterThan(0);
  });
});
