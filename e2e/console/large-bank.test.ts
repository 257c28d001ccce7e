/** @module-tag release */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.ts';
import { type Service, startService, temporaryDirectory } from '../support/service.ts';
import { beginSession, startBrowser } from './browser.ts';
import {
  type Found,
  longestInteraction,
  readHeap,
  readPaints,
  scrollTo,
  slowDown,
  typeAndWait,
  watchInteractions,
} from './measures.ts';
import { row } from './rows.ts';

/** `npm run console-million` uses a million. */
const ROWS = Number(process.env['CONSOLE_ROWS'] ?? 50_000);
const DRAWERS = Number(process.env['CONSOLE_DRAWERS'] ?? 40);
const MEGABYTE = 2 ** 20;
/** H5 allows 30 MB for 200 drawers and 20 pages of results. */
const HEAP_FOR_EACH_DRAWER = (30 * MEGABYTE) / 200;
const PAGES = 20;
const ROW_HEIGHT = 44;
const WORDS = ['volcano', 'lighthouse', 'glacier', 'norway', 'halvorsen', 'catalogued', 'equation'];
const ROOT = path.resolve(import.meta.dirname, '../..');
const MEASURED = { timeout: 240_000 };
/** Limits of tenths of a second can be met only on an idle machine, so only `npm run console-million` checks them. */
const QUIET = { ...MEASURED, skip: process.env['CONSOLE_TIMES'] === undefined };

let service: Service;
let postgres: OwnPostgres;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  postgres = await startOwnPostgres(path.join(directory.path, 'data'), { shared_buffers: '512MB' });
  const began = performance.now();
  const script = `import { seedBank } from './bench/src/seed.ts'; await seedBank(${JSON.stringify(postgres.url)}, ${ROWS}, () => {});`;
  await promisify(execFile)('node', ['--input-type=module', '--eval', script], { cwd: ROOT });
  say(`a bank of ${ROWS} questions in ${((performance.now() - began) / 1000).toFixed()} s`);
  service = await startService({
    DATABASE_URL: postgres.url,
    LIMIT_POINTS: '1000000',
    LIMIT_POINTS_ANONYMOUS: '100000',
    OVERLOAD_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
  });
}, 900_000);
afterAll(async () => {
  await service.end();
  postgres.stop();
  await directory.remove();
}, 60_000);
const stage = startBrowser(() => service);

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (value: number) => `${value.toFixed(3)} s`;

/** Opens the page as a first-time visitor, with an empty cache. */
async function openCold(isSlow = false) {
  const page = await stage.open();
  await page.context().addCookies([await beginSession('editor', service)]);
  const devtools = isSlow ? await slowDown(page) : await page.context().newCDPSession(page);
  await page.goto('/questions');
  await row(page, 0).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return { page, devtools };
}

/** Scrolls to a position whose rows are loaded or nearly loaded. */
async function showAt(page: Page, top: number): Promise<void> {
  await page.locator('table').evaluate((table, to) => table.parentElement?.scrollTo({ top: to }), top);
}

/** Measures for how long typing, selecting a row and opening a row block painting. */
async function useSlowly(page: Page): Promise<Record<'typing' | 'selecting' | 'opening', number>> {
  await watchInteractions(page);
  await page.getByLabel('Search questions', { exact: true }).focus();
  await page.keyboard.type('volcano', { delay: 80 });
  await page.waitForURL(/q=volcano/u);
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
  const typing = await longestInteraction(page);
  await row(page, 2).getByRole('checkbox').click();
  await page.getByText('1 selected').waitFor();
  const selecting = await longestInteraction(page);
  await row(page, 4).getByRole('link').click();
  await page.getByRole('dialog', { name: 'Edit question' }).waitFor();
  return { typing, selecting, opening: await longestInteraction(page) };
}

async function countOf(query: string): Promise<number> {
  const reply = await service.fetch(`/questions/facets?topic_limit=0&${query}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { total: number }).total;
}

const slow = (frames: readonly number[]) => frames.filter((ms) => ms > 50).length / frames.length;
const share = (part: number) => `${(100 * part).toFixed(1)}%`;
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

describe(`a bank of ${ROWS} questions`, () => {
  it('H4 shows its largest content within 1.2 s', QUIET, async () => {
    const { page } = await openCold();
    const paints = await readPaints(page);
    say(`unthrottled: first paint ${seconds(paints.first)}, largest ${seconds(paints.largest)}`);
    expect(paints.largest).toBeLessThan(1.2);
  });

  it('H4 shows the rows of a search within 300 ms of the last key', QUIET, async () => {
    const { page } = await openCold();
    const times: Found[] = [];
    for (const word of WORDS) times.push(await typeAndWait(page, word));
    const [asked, replied, shown] = (['asked', 'replied', 'shown'] as const).map((name) =>
      median(times.map((time) => time[name])),
    );
    say(
      `last key to rows: median ${seconds(shown ?? 0)} (asked ${seconds(asked ?? 0)}, replied ${seconds(replied ?? 0)}), ` +
        `each ${times.map((time) => seconds(time.shown)).join(' ')}`,
    );
    expect(shown ?? 0).toBeLessThan(0.3);
  });

  it('H4 scrolls through 10,000 rows with at most 60 drawn and none missing for 100 ms', MEASURED, async () => {
    const { page } = await openCold();
    const { frames, mostRows, longestBlank } = await scrollTo(page, 9999, 440);
    say(`10,000 rows in ${frames.length} frames, ${mostRows} drawn, longest without rows ${longestBlank.toFixed()} ms`);
    expect(mostRows).toBeLessThanOrEqual(60);
    expect(longestBlank / 1000).toBeLessThan(0.1001);
  });

  it('H4 draws 120 frames of scrolling, of which less than 5% take over 50 ms', QUIET, async () => {
    const { page } = await openCold();
    await scrollTo(page, 400, 132);
    await showAt(page, 0);
    const { frames } = await scrollTo(page, 400, 132);
    expect(frames.length).toBeGreaterThanOrEqual(100);
    say(`${frames.length} frames within loaded rows: ${share(slow(frames))} over 50 ms`);
    expect(slow(frames) + 0.0001).toBeLessThan(0.05);
  });

  it('C4 changes exactly the questions that match a filter, and reverts the change', { timeout: 240_000 }, async () => {
    const filter = 'category=Science&topic_focus=River+facts';
    const count = await countOf(filter);
    expect(count).toBeGreaterThan(100);
    const drafts = await countOf('status=draft');
    const { page } = await openCold();
    await page.goto(`/questions?${filter}`);
    await row(page, 99).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: /^Select all/u }).click();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText(`All ${count.toLocaleString('en-GB')}`, { exact: false }).waitFor();
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Draft' }).click();
    const dialog = page.getByRole('dialog');
    if (count > 1000) await dialog.getByRole('textbox').fill(String(count));
    const began = performance.now();
    await dialog.getByRole('button', { name: /^Change/u }).click();
    await page.getByText(`${count.toLocaleString('en-GB')} questions changed.`).waitFor({ timeout: 120_000 });
    say(`a change of ${count}: ${seconds((performance.now() - began) / 1000)}`);
    expect(await countOf(`${filter}&status=draft`)).toBe(count);
    expect(await countOf('status=draft')).toBe(drafts + count);
    expect(new URL(page.url()).search).toBe(`?${filter}`);
    await page.keyboard.press('Control+z');
    await page
      .getByText(`The change to ${count.toLocaleString('en-GB')} questions was undone.`)
      .waitFor({ timeout: 120_000 });
    expect(await countOf(`${filter}&status=draft`)).toBe(0);
    expect(await countOf('status=draft')).toBe(drafts);
  });

  it('H3 paints, stays stable and responds to input on a slow processor and connection', QUIET, async () => {
    const { page } = await openCold(true);
    const paints = await readPaints(page);
    const { typing, selecting, opening } = await useSlowly(page);
    say(
      `4 times slower, 9 Mbit/s: first paint ${seconds(paints.first)}, largest ${seconds(paints.largest)}, shift ${paints.shift.toFixed(4)}; ` +
        `typing ${seconds(typing)}, selecting ${seconds(selecting)}, opening ${seconds(opening)}`,
    );
    expect.soft(paints.first).toBeLessThan(1.0);
    expect.soft(paints.largest).toBeLessThan(2.5);
    expect.soft(paints.shift + 0.0001).toBeLessThan(0.05);
    for (const taken of [typing, selecting, opening]) expect.soft(taken).toBeLessThan(0.2001);
  });

  it(`H5 releases the memory of ${DRAWERS} drawers and ${PAGES} pages of results`, { timeout: 600_000 }, async () => {
    const { page, devtools } = await openCold();
    const openOne = async (index: number) => {
      await row(page, index).getByRole('link').click();
      await page.getByRole('dialog', { name: 'Edit question' }).getByLabel('Question', { exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    for (let index = 0; index < 5; index += 1) await openOne(index); // memory that is used only once is not a leak
    const before = await readHeap(devtools);
    for (let place = 0; place < DRAWERS; place += 1) {
      await showAt(page, place * ROW_HEIGHT);
      await openOne(place);
    }
    await scrollTo(page, PAGES * 100 - 1, 440);
    const growth = (await readHeap(devtools)) - before;
    say(
      `heap: ${(before / MEGABYTE).toFixed(1)} MB, ${(growth / MEGABYTE).toFixed(2)} MB more after ${DRAWERS} drawers`,
    );
    expect(growth / DRAWERS).toBeLessThan(HEAP_FOR_EACH_DRAWER);
  });
});
