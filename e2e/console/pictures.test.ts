/** @module-tag release */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { type Box, freeze, measureFonts, readBoxes, shareOfDifferentPoints } from './compare-pictures.ts';
import { checkFile } from './tour.ts';

const FOLDER = path.join(import.meta.dirname, 'pictures');
const TAKEN_WITH = path.join(FOLDER, 'taken-with.json');
/** `UPDATE_PICTURES=1` updates the pictures. Review each of them before committing. */
const isUpdate = process.env['UPDATE_PICTURES'] === '1';
/** The folder for pictures that differ. */
const DIFFERENT = process.env['SCREENSHOTS'];
const MAX_SHARE = 0.002;
const MAX_PIXELS_OFF = 2;

interface TakenWith {
  chromium: string;
  fonts: Record<string, number>;
  /** The elements of each screen, e.g. "225 66 73 28 h1 Activity". */
  boxes: Record<string, string[]>;
}

let service: Service;
let browser: Browser;
let stop = async () => {};
let taken: TakenWith;
let now: TakenWith;

beforeAll(async () => {
  const directory = await temporaryDirectory();
  service = await startService({ DATA_DIR: directory.path, LIMIT_POINTS: '1000000' }, ['--demo']);
  while (!service.output().includes('Stop ')) await wait(50); // the bank is loaded
  browser = await launchBrowser();
  const page = await browser.newPage();
  now = { chromium: browser.version(), fonts: await measureFonts(page), boxes: {} };
  await page.close();
  taken = isUpdate ? now : (JSON.parse(readFileSync(TAKEN_WITH, 'utf8')) as TakenWith);
  stop = async () => {
    await browser.close();
    await service.end();
    await directory.remove();
  };
});
afterAll(async () => {
  if (isUpdate) writeFileSync(TAKEN_WITH, `${JSON.stringify(now, undefined, 2)}\n`);
  await stop();
});

/** The environment in which the pictures were taken, if it differs from this one. */
function differenceOfMachines(): string | undefined {
  if (taken.chromium !== now.chromium) return `Chromium ${now.chromium}, not ${taken.chromium}`;
  return JSON.stringify(taken.fonts) === JSON.stringify(now.fonts) ? undefined : 'other fonts';
}

async function signIn(page: Page): Promise<void> {
  const invited = await service.fetch('/people', json({ name: 'Marta Keller', role: 'administrator' }));
  const { sign_in_link } = (await invited.json()) as { sign_in_link: string };
  await page.goto(`/sign-in${new URL(sign_in_link).hash}`);
  await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
}

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  'sign-in': async (page) => {
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByLabel('Sign-in link').waitFor();
  },
  home: async (page) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
  },
  questions: async (page) => {
    await page.goto('/questions?category=Geography&category=Astronomy&sort=category');
    await page.locator('[data-index="10"]').waitFor();
  },
  question: async (page) => {
    await page.goto('/questions?q=river&category=Geography&sort=category');
    await page.locator('[data-index="0"]').getByRole('link').click();
    await page.getByLabel('Question', { exact: true }).waitFor();
  },
  'import-check': checkFile,
  analysis: async (page) => {
    const { headers, ...request } = json({ analysis_type: 'coverage', filter: {}, parameters: {} });
    const reply = await service.fetch('/analysis/run', { ...request, headers: { ...headers, prefer: 'wait=20' } });
    const { id } = (await reply.json()) as { id: string };
    await page.goto(`/analyses/${id}`);
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
  },
  activity: async (page) => {
    await page.goto('/activity');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
  },
};

async function take(screen: string, theme: 'light' | 'dark'): Promise<{ picture: Buffer; boxes: Box[]; page: Page }> {
  const context = await browser.newContext({
    ...{ baseURL: service.origin, viewport: { width: 1280, height: 800 }, colorScheme: theme },
    ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await signIn(page);
  await SCREENS[screen]?.(page);
  if (screen !== 'sign-in') await page.getByRole('button', { name: 'Jobs', exact: true }).waitFor(); // the last one to be loaded
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  });
  await freeze(page);
  return { picture: await page.screenshot({ caret: 'hide' }), boxes: await readBoxes(page), page };
}

describe('J seven screens look the same as before', () => {
  it.each(Object.keys(SCREENS).flatMap((screen) => (['light', 'dark'] as const).map((theme) => ({ screen, theme }))))(
    '$screen, $theme',
    async ({ screen, theme }) => {
      const { picture, boxes, page } = await take(screen, theme);
      onTestFinished(() => page.context().close());
      const name = `${screen}-${theme}.png`;
      now.boxes[screen] = boxes.map((box) => [...box.place, box.name].join(' '));
      if (isUpdate) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(path.join(FOLDER, name), picture);
        return;
      }
      expectBoxes(boxes, (taken.boxes[screen] ?? []).map(readBox));
      const difference = differenceOfMachines();
      if (difference !== undefined) {
        process.stdout.write(`${name}: only places are compared, since this is ${difference}\n`);
        return;
      }
      const share = await shareOfDifferentPoints(page, readFileSync(path.join(FOLDER, name)), picture);
      if (share > MAX_SHARE && DIFFERENT !== undefined) {
        mkdirSync(DIFFERENT, { recursive: true });
        writeFileSync(path.join(DIFFERENT, name), picture);
      }
      expect(share, `${name}: the share of points that differ`).toBeLessThanOrEqual(MAX_SHARE);
    },
  );
});

function readBox(line: string): Box {
  const [x, y, width, height, ...words] = line.split(' ');
  return { name: words.join(' '), place: [Number(x), Number(y), Number(width), Number(height)] };
}

function expectBoxes(boxes: readonly Box[], wanted: readonly Box[]): void {
  expect(boxes.map(({ name }) => name)).toEqual(wanted.map(({ name }) => name));
  const off = wanted.filter(({ place }, index) =>
    place.some((value, side) => Math.abs(value - (boxes[index]?.place[side] ?? 0)) > MAX_PIXELS_OFF),
  );
  expect(off).toEqual([]);
}
