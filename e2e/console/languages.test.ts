import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { analyse } from './runs.ts';

const stage = startBrowser();

/** Texts that are not translated: product names, keys, change ids, and content of the bank. */
const FROM_ELSEWHERE =
  /^(?:Quaestor|Marta Keller|MK|English|Deutsch|Pseudo|[\W\d_]*|Ctrl( K| S| Enter)?|[ACJKMNSXZ]|Space|Shift|Enter|Home|End|Esc|Alt|npm run admin-link|[\da-f]{6})$/u;

/** Bank content that a form offers, the first of which is shown in its preview. */
const CATEGORIES = /^(?:Astronomy|General Knowledge|Geography|Literature|Mathematics|Science)(?: ·)?$/u;

/** Returns all visible texts, labels and hints, except content of the bank. */
function allTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bank = 'td, tbody th, fieldset label, .mantine-Spotlight-actionBody, textarea, input, time, [data-bank]';
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(`script, style, noscript, ${bank}`) !== null) continue;
      texts.push(node.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder]')) {
      texts.push(element.getAttribute('aria-label') ?? '', element.getAttribute('placeholder') ?? '');
    }
    return [...texts, document.title].filter((text) => text !== '');
  });
}

async function use(page: Page, language: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('quaestor.language', chosen), language);
}

describe('I languages', () => {
  it('has a translation for every text, so that the pseudo-locale shows no plain English', {
    tags: ['release'],
  }, async () => {
    const page = await stage.signIn('administrator');
    await use(page, 'en-XA');
    const plain = async () =>
      (await allTexts(page)).filter((text) => !FROM_ELSEWHERE.test(text) && !/[[\]áéíóúçñýÁÉÍÓÚ~]/u.test(text));
    await page.goto('/questions?category=Geography');
    await page.locator('[data-index="0"]').waitFor();
    expect((await plain()).filter((text) => text !== 'Geography')).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect((await plain()).filter((text) => text !== 'Geography')).toEqual([]);
    await page.goto('/questions/new');
    await page.getByRole('dialog').waitFor();
    expect((await plain()).filter((text) => !CATEGORIES.test(text))).toEqual([]);
    const { id } = await analyse('item_flaws');
    for (const url of ['/', '/analyses', '/analyses/new', `/analyses/${id}`, `/analyses/compare?a=${id}`]) {
      await page.goto(url);
      await page.waitForLoadState('networkidle');
      expect(await plain(), url).toEqual([]);
    }
  });

  it.each(['/import', '/imports', '/activity?what=category_merge', '/tokens', '/webhooks', '/people', '/settings'])(
    'has a translation for every text of %s',
    { tags: ['release'] },
    async (url) => {
      const page = await stage.signIn('administrator');
      await use(page, 'en-XA');
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy]').waitFor({ state: 'detached' });
      const plain = (await allTexts(page)).filter(
        (text) => !FROM_ELSEWHERE.test(text) && !/[[\]áéíóúçñýÁÉÍÓÚ~]/u.test(text),
      );
      expect(plain.filter((text) => text !== 'Administrator')).toEqual([]); // the name of the first person
    },
  );

  it('supports German, with its dates and numbers, and declares the language', async () => {
    const page = await stage.openQuestions('administrator');
    await page.getByRole('button', { name: 'account of Marta Keller' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fragen' }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Fragen' }).waitFor();
    expect(await page.getByRole('button', { name: 'Neue Frage' }).isVisible()).toBe(true);
  });

  it('keeps theme and density on the device, before the first paint', async () => {
    const page = await stage.openQuestions('administrator');
    await page.getByRole('button', { name: 'account of Marta Keller' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact' }).click();
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const note = () => {
        const { mantineColorScheme, density } = document.documentElement.dataset;
        seen.add(`${mantineColorScheme} ${density}`);
      };
      new MutationObserver(note).observe(document, {
        attributes: true,
        attributeOldValue: true,
        attributeFilter: ['data-mantine-color-scheme'],
        subtree: true,
      });
      document.addEventListener('DOMContentLoaded', note);
    });
    await page.goto('/questions');
    await page.locator('[data-index="0"]').waitFor();
    expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([
      'dark compact',
    ]);
    expect(await page.locator('[data-index="0"]').evaluate((row) => row.getBoundingClientRect().height)).toBe(36);
  });
});
