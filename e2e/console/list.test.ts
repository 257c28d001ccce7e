import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createTagged } from './bank.ts';
import { beginSession, expectCount, shownTexts, startBrowser } from './browser.ts';

const stage = startBrowser();

/** Waits until the rows that an action requests are drawn. */
async function whileItArrives(page: Page, query: RegExp, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForResponse((reply) => query.test(reply.url())), act()]);
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
}

describe('B1 the URL is the only state', () => {
  it('keeps a search, two filters and an order after a reload, and opens the same rows elsewhere', async () => {
    const page = await stage.openQuestions('viewer');
    await page.getByLabel('Search questions', { exact: true }).fill('name');
    await page.waitForURL(/q=name/u);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Category' }).click();
    await page.getByRole('checkbox', { name: 'Geography' }).check();
    await page.getByRole('checkbox', { name: 'Astronomy' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Level' }).click();
    await page.getByRole('checkbox', { name: 'Basic' }).check();
    await page.keyboard.press('Escape');
    await whileItArrives(page, /sort=category/u, () =>
      page.getByRole('columnheader', { name: 'Category' }).getByRole('button').click(),
    );
    await page.waitForURL(/sort=category/u);
    const { searchParams } = new URL(page.url());
    expect(
      Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)])),
    ).toEqual({
      q: ['name'],
      category: ['Geography', 'Astronomy'],
      difficulty: ['0'],
      sort: ['category'],
    });
    await page.waitForFunction(() => document.querySelector('th[aria-sort=ascending]') !== null);
    const before = await shownTexts(page);
    expect(before.length).toBeGreaterThan(3);
    await page.reload();
    await page.locator('tbody tr[data-index]').first().waitFor();
    expect(await shownTexts(page)).toEqual(before);
    const other = await stage.signIn('viewer');
    await other.goto(page.url());
    await other.locator('tbody tr[data-index]').first().waitFor();
    expect(await shownTexts(other)).toEqual(before);
  });

  it('accepts a mistyped URL without failing', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/questions?difficulty=9&status=gone&sort=moon&limit=5&category=Geography');
    await expectCount(page, /^45 questions found$/u);
  });
});

describe('B2 Back', () => {
  it('returns to the same filter and the same place in the list, and never to JSON', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/questions?status=ready');
    const row = page.locator('tr[data-index="60"]');
    await page.locator('table').evaluate((table) => table.parentElement?.scrollTo({ top: 44 * 55 }));
    await row.click();
    await page.getByRole('dialog').waitFor();
    const top = () => page.locator('table').evaluate((table) => table.parentElement?.scrollTop);
    const before = await top();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toContain('/questions?status=ready');
    await row.and(page.locator(':focus')).waitFor();
    expect(Math.abs(Number(await top()) - Number(before))).toBeLessThanOrEqual(44);
    await page.goto('/docs');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
  });
});

it('H2 loads the first page with at most 12 requests and 320 KB if nothing is cached', async () => {
  const page = await stage.open();
  await page.context().addCookies([await beginSession('viewer')]);
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto('/questions');
  await page.locator('tr[data-index="0"]').waitFor();
  await page.evaluate(() => document.fonts.ready);
  const loaded = [...requests];
  const sizes = await Promise.all(
    loaded.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return { url: request.url(), size: responseBodySize + responseHeadersSize };
    }),
  );
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  process.stdout.write(`first load: ${loaded.length} requests, ${Math.round(total / 1000)} KB\n`);
  expect(sizes.length, JSON.stringify(sizes)).toBeLessThanOrEqual(12);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(320_000);
});

describe('S3 the table', () => {
  it('draws at most 60 rows, loads the next hundred on the way, and says which row is which', async () => {
    const total = 250;
    const { tag } = await createTagged(total); // no other test adds to this tag
    const page = await stage.signIn('viewer');
    await page.goto(`/questions?tag=${tag}`);
    await page.locator('tr[data-index="0"]').waitFor();
    await expect.poll(() => page.locator('table').getAttribute('aria-rowcount')).toBe(String(total + 1));
    const tops = [0, 44 * 80, 44 * 160, 44 * (total + 5)];
    for (const top of tops) {
      const mostDrawn = await page.locator('table').evaluate(async (table, to) => {
        table.parentElement?.scrollTo({ top: to });
        let most = 0;
        for (let frame = 0; frame < 10; frame += 1) {
          await new Promise(requestAnimationFrame);
          most = Math.max(most, table.querySelectorAll('tbody tr[data-index]').length);
        }
        return most;
      }, top);
      expect(mostDrawn).toBeLessThanOrEqual(60);
    }
    const last = page.locator(`tr[data-index="${total - 1}"]`);
    const scrollOn = () => page.locator('table').evaluate((table) => table.parentElement?.scrollTo({ top: 1e6 }));
    // Each further hundred moves the end down.
    await expect.poll(() => scrollOn().then(() => last.count())).toBe(1);
    await expect.poll(() => last.getAttribute('aria-rowindex')).toBe(String(total + 1));
    expect(await page.locator('tbody tr[data-index][tabindex="0"]').count()).toBeLessThanOrEqual(1);
  });

  it('A2 can be used by keyboard only: search, move, open, close, with the focus restored', async () => {
    const page = await stage.openQuestions('viewer');
    await page.locator('tr[data-index="0"]').waitFor();
    await page.keyboard.press('/');
    await whileItArrives(page, /q=river/u, () => page.keyboard.type('river'));
    await page.waitForURL(/q=river/u);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['index']);
    for (let stop = 0; stop < 20 && (await focused()) === undefined; stop += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe('0');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    expect(await focused()).toBe('1');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('0');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(
      await page.getByLabel('Question', { exact: true }).evaluate((field) => (field as HTMLTextAreaElement).value),
    ).not.toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset['index'] === '1');
  });

  it('reaches the first row with one key, and selects it with another, right after the page has loaded', async () => {
    const page = await stage.openQuestions('editor');
    await page.locator('tr[data-index="0"]').waitFor();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['index']);
    expect(await focused()).toBeUndefined();
    await page.keyboard.press('j');
    await expect.poll(focused).toBe('0');
    await page.keyboard.press('j');
    await expect.poll(focused).toBe('1');
    await page.reload();
    await page.locator('tr[data-index="0"]').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
    await expect.poll(focused).toBe('0');
  });

  it('reaches the first row with two links, without single-letter shortcuts', async () => {
    const page = await stage.openQuestions('viewer');
    await page.locator('tr[data-index="0"]').waitFor();
    for (const key of ['Tab', 'Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['index']))
      .toBe('0');
  });

  it('says that nothing matches and how many filters are set', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/questions?q=xylophone&tag=nowhere&category=Science');
    await page.getByRole('heading', { name: 'No question matches these 3 filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.locator('tr[data-index="0"]').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('A7 ignores single letters in fields, and everywhere once they are off', async () => {
    const page = await stage.openQuestions('editor');
    await page.getByLabel('Search questions', { exact: true }).fill('');
    await page.keyboard.type('cc?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Search questions', { exact: true }).fill('');
    await page.getByLabel('Search questions', { exact: true }).blur();
    await page.keyboard.press('?');
    await page.getByRole('checkbox', { name: 'Single-letter shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).not.toContain('/new');
  });

  it('S20 reports a lost connection in one line', async () => {
    const page = await stage.openQuestions('viewer');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
  });

  it('works without the bell and the row actions if they fail to load', async () => {
    const page = await stage.openQuestions('editor');
    const lost = ['job-bell', 'row-actions'].map((part) =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(part)),
    );
    await page.route(/assets\/(?:job-bell|row-actions)/u, (route) => route.abort('internetdisconnected'));
    await page.reload();
    await page.locator('tr[data-index="0"]').hover();
    await Promise.all(lost);
    await page.locator('tr[data-index="1"]').hover();
    expect((await shownTexts(page)).length).toBeGreaterThan(1);
    await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
  });

  it('offers a viewer only what the role allows', async () => {
    const page = await stage.openQuestions('viewer');
    expect(await page.getByRole('button', { name: 'New question' }).count()).toBe(0);
    await page.locator('tr[data-index="0"]').click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await expect.poll(() => page.getByLabel('Question', { exact: true }).isDisabled()).toBe(true);
  });
});
