import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { analyse } from './runs.ts';
import { checkFile } from './tour.ts';

const stage = startBrowser();

/** Parts of the page that have to be scrolled sideways. */
function scrolledSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
      .map((one) => `${one.localName} ${one.className}`),
  );
}

async function isWithinWindow(page: Page, found: Locator): Promise<boolean> {
  const box = await found.boundingBox();
  const size = page.viewportSize();
  return box !== null && size !== null && box.x >= 0 && box.x + box.width <= size.width;
}

const backgroundOf = (found: Locator) => found.evaluate((element) => getComputedStyle(element).backgroundColor);

describe('J narrow and low windows', () => {
  it('show every button of the list at 800 pixels, and on a phone', async () => {
    for (const width of [800, 390]) {
      const page = await stage.openQuestions('administrator', { width });
      const buttons = [page.getByRole('button', { name: 'Export' }), page.getByRole('button', { name: /^New/u })];
      for (const button of buttons) expect(await isWithinWindow(page, button), `${width}`).toBe(true);
    }
  });

  it('show at 800 pixels every action of a selection, whole sentences in the activity, and errors beside buttons', async () => {
    const page = await stage.openQuestions('administrator', { width: 800 });
    await page.locator('[data-index="0"]').getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selection' });
    for (const name of ['Category', 'Delete', 'Clear the selection'])
      expect(await isWithinWindow(page, bar.getByRole('button', { name })), name).toBe(true);
    await page.goto('/activity');
    const sentence = page.getByRole('main').getByRole('listitem').first().locator('p').first();
    await sentence.waitFor();
    expect((await sentence.boundingBox())?.width).toBeGreaterThan(300);
    await checkFile(page);
    const [error, button] = await Promise.all([
      page.getByRole('button', { name: /^Missing question/u }).boundingBox(),
      page.getByRole('button', { name: 'Replace a value…' }).boundingBox(),
    ]);
    expect((error?.y ?? 800) + (error?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  });

  it.each(['/people', '/tokens', '/imports'])('need no scrolling sideways on a phone on %s', async (url) => {
    const page = await stage.signIn('administrator', { width: 390 });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy]').waitFor({ state: 'detached' });
    expect(await scrolledSideways(page)).toEqual([]);
  });

  it('leave room for the questions of a pair at 200% zoom', async () => {
    const { id } = await analyse('duplicates');
    const page = await stage.signIn('editor', { viewport: { width: 640, height: 400 } });
    await page.goto(`/analyses/${id}/pairs`);
    const field = page.getByRole('radio').first();
    await field.waitFor();
    const footer = await page.getByRole('button', { name: 'Merge as chosen' }).boundingBox();
    const box = await field.locator('xpath=ancestor::label').first().boundingBox();
    expect((box?.y ?? 400) + (box?.height ?? 400)).toBeLessThanOrEqual(footer?.y ?? 0);
  });
});

describe('J small things', () => {
  it('the menu of a row looks like its other actions', async () => {
    const page = await stage.openQuestions('editor');
    await page.locator('[data-index="0"]').hover();
    await page.getByRole('button', { name: /^More actions:/u }).waitFor();
    const looks = await page
      .locator('[data-index="0"]')
      .getByRole('button', { name: /^(?:Edit|More actions):/u })
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { borderTopColor, backgroundColor, width } = getComputedStyle(button);
          return `${borderTopColor} ${backgroundColor} ${width}`;
        }),
      );
    expect(looks).toHaveLength(2);
    expect(looks[1]).toBe(looks[0]);
  });

  it('the palette has every page, and shows which one is chosen', async () => {
    const page = await stage.openQuestions('editor');
    await page.keyboard.press('Control+k');
    const option = (name: string) => page.locator('.mantine-Spotlight-action', { hasText: name });
    for (const name of ['Categories', 'Trash']) await option(name).waitFor();
    await page.keyboard.press('ArrowDown');
    const [chosen, other] = [page.locator('.mantine-Spotlight-action[data-selected]'), option('Trash')];
    await chosen.waitFor();
    expect(await backgroundOf(chosen)).toBe('rgb(236, 240, 253)');
    expect(await backgroundOf(other)).not.toBe(await backgroundOf(chosen));
    await page.keyboard.press('Escape');
    await other.waitFor({ state: 'hidden' });
  });

  it('the heads of a heat map break between words only', async () => {
    const { id } = await analyse('item_flaws');
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${id}`);
    const head = page.getByRole('columnheader', { name: 'Mathematics', exact: true });
    await head.waitFor();
    const lines = await head.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
});
