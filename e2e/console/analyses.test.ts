import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectCount, startBrowser } from './browser.ts';
import { analyse, ask, marksOf, type Run } from './runs.ts';

const stage = startBrowser();

/** The first page shows the newest findings of the whole bank. */
async function open(page: Page, { id }: { id: string }, rest = ''): Promise<void> {
  await page.goto(`/analyses/${id}${rest}`);
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
}

describe('S9 the list', () => {
  it('shows type, scope and work to do, and can be filtered by its URL', async () => {
    await analyse('topics', { category: ['Geography', 'Astronomy'], difficulty: 0 });
    const page = await stage.signIn('viewer');
    await page.goto('/analyses?type=topics&status=succeeded');
    const row = page.getByRole('row').filter({ hasText: 'Geography, Astronomy · Basic' });
    await row.getByText('Done').waitFor();
    expect(await page.getByRole('link', { name: 'New analysis' }).count()).toBe(0); // viewers may not run analyses
    await page.getByRole('button', { name: /^Status/u }).click();
    await page.getByRole('menuitemradio', { name: 'Failed' }).click();
    await page.waitForURL(/status=failed/u);
    await page.getByText('No analysis matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row.getByRole('link', { name: 'Topics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Are questions in the right category?' }).waitFor();
  });
});

it('S10 runs the chosen type, part of the bank and setting, here and as code', async () => {
  const page = await stage.signIn('analyst');
  const { pagination } = await ask<{ pagination: { total: number } }>('/questions?category=Geography&limit=1');
  await page.goto('/analyses/new?category=Geography');
  await page.getByText(`${pagination.total} questions`).waitFor();
  await page.getByRole('radio', { name: /^Coverage/u }).check();
  await page.getByRole('main').getByText('Settings').click();
  await page.getByLabel('Minimum questions per cell').fill('many');
  await page.getByText('This value is invalid').waitFor();
  await page.getByLabel('Minimum questions per cell').fill('3');
  await page.getByText('The same with curl').click();
  await page.getByText('"parameters":{"min_cell":3}').waitFor();
  await page.getByRole('button', { name: 'CLI' }).click();
  await page.getByText('quaestor analysis run coverage --category Geography --param min_cell=3').waitFor();
  await page.getByRole('button', { name: 'Measure coverage' }).click();
  await page.waitForURL(/\/analyses\/[\da-f-]{36}$/u);
  await page.getByRole('heading', { name: 'Findings' }).waitFor(); // E1: done without a reload
  const run = await ask<Run>(`/analysis/${page.url().split('/').at(-1)}`);
  expect(run).toMatchObject({
    analysis_type: 'coverage',
    filter: { category: ['Geography'] },
    parameters: { min_cell: 3 },
  });
});

const TYPES = [
  ...['coverage', 'text_statistics', 'item_flaws', 'duplicates', 'topics', 'difficulty_check', 'set_comparison'],
];

describe('E2 and A8 figures', () => {
  it.each(TYPES)('draws and describes %s, with the same numbers in a table', async (type) => {
    const isComparison = type === 'set_comparison';
    const run = await analyse(
      type,
      isComparison ? { difficulty: 0 } : {},
      isComparison ? { other: { filter: { difficulty: 2 } } } : {},
    );
    const page = await stage.signIn('viewer');
    await open(page, run);
    const figures = page.getByRole('figure');
    await expect.poll(() => figures.count()).toBe(run.result.plots.length);
    for (const plot of run.result.plots) {
      const figure = page.getByRole('figure', { name: plot.title, exact: true });
      await figure.scrollIntoViewIfNeeded();
      await figure.getByText(plot.description, { exact: true }).waitFor();
      if (plot.kind !== 'heat_map' || (await figure.locator('td[data-step]').count()) === 0) {
        const image = figure.getByRole('img', { name: `${plot.title} ${plot.description}`, exact: true });
        await image.waitFor();
        expect(await image.locator('path, circle').count(), plot.id).toBeGreaterThan(2);
        expect(await image.locator('text').count(), plot.id).toBeGreaterThan(2);
      } else {
        await expect.poll(() => figure.locator('td[data-step]').count()).toBe(marksOf(plot));
      }
      await figure.getByRole('button', { name: 'View as table' }).click();
      expect(await figure.locator('tbody tr').count(), plot.id).toBe(marksOf(plot));
    }
  });

  it.each([
    { width: 1280, dark: false },
    { width: 1280, dark: true },
    { width: 390, dark: false },
  ])('writes at least 12 pixels high in the font of the page, %o', async (options) => {
    const page = await stage.signIn('viewer', options);
    for (const type of ['text_statistics', 'item_flaws']) {
      await open(page, await analyse(type));
      const texts = page.locator('figure svg[role="img"] text');
      await texts.first().waitFor();
      const written = await texts.evaluateAll((elements) =>
        elements.map((element) => {
          const svg = element.closest('svg');
          const drawn = Number(svg?.getAttribute('width'));
          const { fontFamily, fontSize } = getComputedStyle(element);
          const shown = svg?.getBoundingClientRect().width ?? 0;
          return { size: (Number.parseFloat(fontSize) * shown) / drawn, font: fontFamily.split(',')[0] };
        }),
      );
      expect(Math.min(...written.map(({ size }) => size))).toBeGreaterThanOrEqual(12);
      expect(new Set(written.map(({ font }) => font))).toEqual(new Set(['"Inter Variable"']));
    }
  });

  it('has the same number of rows in the CSV as in the table', async () => {
    const run = await analyse('item_flaws');
    const { pagination } = await ask<{ pagination: { total: number } }>(`/analysis/${run.id}/items?limit=1`);
    const page = await stage.signIn('viewer');
    await open(page, run);
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Rows as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('item_flaws.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length - 1).toBe(pagination.total);
    await expect.poll(() => page.locator('#rows tbody tr').count()).toBe(pagination.total);
  });
});

describe('E3 a mark', () => {
  it('leads from a cell of the coverage to its questions, on its own page and on the first page', async () => {
    const run = await analyse('coverage');
    const page = await stage.signIn('viewer');
    for (const url of [`/analyses/${run.id}`, '/']) {
      await page.goto(url);
      const cell = page.getByRole('link', { name: /^Geography, Basic: \d+ questions$/u }).first();
      const count = Number(await cell.innerText());
      expect(count).toBeGreaterThan(10);
      await cell.click();
      await page.waitForURL(/\/questions\?/u);
      await expectCount(page, new RegExp(`^${count} questions found$`, 'u'));
    }
  });

  it('leads from the bar of a rule to its questions, through its table', async () => {
    const run = await analyse('item_flaws');
    const page = await stage.signIn('viewer');
    await open(page, run);
    const figure = page.getByRole('figure', { name: 'Questions with each flaw' });
    await figure.getByRole('button', { name: 'View as table' }).click();
    const link = figure.getByRole('link').first();
    const count = Number(await link.innerText());
    await link.click();
    await page.waitForURL(/rule=/u);
    await page.getByText(`${count} left`).waitFor();
    await expect.poll(() => page.locator('#rows tbody tr').count()).toBe(count);
  });

  it('leads from a finding to exactly its rows', async () => {
    const run = await analyse('item_flaws');
    const page = await stage.signIn('viewer');
    for (const [index, { count }] of run.findings
      .filter(({ items }) => items !== null)
      .slice(0, 3)
      .entries()) {
      await open(page, run);
      await page
        .getByRole('link', { name: /^(?:Fix|See the)/u })
        .nth(index)
        .click();
      await page.getByText(`${count} left`).waitFor();
      await expect.poll(() => page.locator('#rows tbody tr').count()).toBe(count);
    }
  });
});
