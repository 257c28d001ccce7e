import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createTagged } from './bank.ts';
import { createQuestion, startBrowser } from './browser.ts';
import { analyse } from './runs.ts';

const stage = startBrowser();

/** Counts the visible controls and frames of the page. */
async function countScreenParts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('nav, #root > * > header, .button, .check, input, textarea, kbd')].filter((part) =>
        part.checkVisibility(),
      ).length,
  );
}

/** How far the content extends beyond the right edge, and how many elements still cut theirs. */
async function countCut(page: Page): Promise<{ beyond: number; cut: number }> {
  return page.evaluate(() => ({
    beyond: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    cut: [...document.querySelectorAll('main, main *')].filter((element) => {
      if (!element.checkVisibility()) return false;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isHidden = element.classList.contains('visually-hidden') || element.closest('svg') !== null;
      return !isHidden && [overflowX, overflowY].some((overflow) => overflow !== 'visible');
    }).length,
  }));
}

/** A sheet of A4 between its margins. */
const PAPER = { width: 688, height: 1000 };

describe('on paper', () => {
  it.each([{ dark: false }, { dark: true }])(
    'a list has all loaded rows with their whole texts, %o',
    async (options) => {
      const long =
        'Which of these long questions has a great number of words that two lines of a table are not enough? '.repeat(
          3,
        );
      const { tag } = await createTagged(90);
      await createQuestion({ question_text: `${long}${tag}?`, tags: [tag] });
      const page = await stage.signIn('editor', options);
      await page.goto(`/questions?tag=${tag}`);
      await page.locator('tr[data-index="0"]').waitFor();
      expect(await page.locator('tr[data-index]').count()).toBeLessThan(60);
      await page.emulateMedia({ media: 'print', colorScheme: options.dark ? 'dark' : 'light' });
      await page.setViewportSize(PAPER);
      await expect.poll(() => page.locator('tr[data-index]').count()).toBe(91);
      expect(await countScreenParts(page)).toBe(0);
      expect(await countCut(page)).toEqual({ beyond: 0, cut: 0 });
      const looks = await page.locator('tr[data-index="0"]').evaluate((row) => {
        const [text, inner] = [row.querySelector('th'), row.querySelector('th a')];
        const { breakInside } = getComputedStyle(row);
        const { color } = getComputedStyle(inner ?? row);
        const isWhole = (inner?.scrollHeight ?? 1) <= (inner?.clientHeight ?? 0) + 1;
        return { breakInside, color, isWhole, width: text?.clientWidth ?? 0 };
      });
      expect(looks).toMatchObject({ breakInside: 'avoid', color: 'rgb(23, 26, 33)', isWhole: true });
      expect(looks.width).toBeGreaterThan(200);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      const pages = Number(/\/Type \/Pages[^]*?\/Count (\d+)/u.exec(pdf)?.[1]);
      expect(pages).toBeGreaterThan(1);
    },
  );

  it('a question is its preview, without the form and the list', async () => {
    const { id, question_text: text } = await createQuestion({
      incorrect_answers: ['One', 'Two'],
      explanation: 'So it is.',
    });
    const page = await stage.signIn('editor');
    await page.goto(`/questions/${id}`);
    await page.getByText('So it is.').last().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    expect(await countScreenParts(page)).toBe(0);
    const shown = await page.evaluate(() => document.body.innerText);
    expect(shown).toContain(text);
    expect(shown).toContain('So it is.');
    expect(shown).not.toContain('Save and next');
    expect(await page.locator('#root').isVisible()).toBe(false);
  });

  it('an analysis has its findings, figures and rows', async () => {
    const run = await analyse('item_flaws');
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${run.id}`);
    await page.locator('#rows tbody tr').first().waitFor();
    await page.locator('figure svg[role="img"]').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    expect(await countScreenParts(page)).toBe(0);
    expect(await countCut(page)).toEqual({ beyond: 0, cut: 0 });
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    expect(await page.locator('figure').first().isVisible()).toBe(true);
    expect(
      await page
        .locator('#rows tbody tr')
        .first()
        .evaluate((row) => getComputedStyle(row).breakInside),
    ).toBe('avoid');
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  });
});
