import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../console/src/i18n/en.ts';
import { enLater } from '../../console/src/i18n/en-later.ts';
import spanish from '../../console/src/i18n/languages/es.json' with { type: 'json' };
import { startBrowser } from './browser.ts';
import { analyse } from './runs.ts';

const stage = startBrowser();

/** Texts that are not translated: product names, keys, change ids, and content of the bank. */
const FROM_ELSEWHERE =
  /^(?:Quaestor|Marta Keller|MK|English|Deutsch|Español|Pseudo|[\W\d_]*|Ctrl( K| S| Enter)?|[ACJKMNSXZ]|Space|Shift|Enter|Home|End|Esc|Alt|npm run admin-link|[\da-f]{6})$/u;

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

/** English function words outside the bank, including text that is marked as English. */
function englishTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      // Terms of statistics have their English names everywhere; rows and labels of plots are questions of the bank.
      if (
        parent === null ||
        parent.closest('script, style, noscript, svg, td, tbody, dt, nav, dd[data-bank]:not([lang])') !== null
      )
        continue;
      texts.push(node.textContent?.trim() ?? '');
    }
    const quoted = /„[^“]*“|«[^»]*»/gu; // words of the bank
    const english = /\b(?:the|of|and|questions?|with|are|is|have|has)\b/u;
    return texts.filter((text) => english.test(text.replaceAll(quoted, '')));
  });
}

type Tree = { readonly [key: string]: string | Tree };

const textsIn = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === 'string' ? [text] : textsIn(text)));

/** The English labels that Spanish does not share, such as "Error". Those with values match any. */
const ENGLISH_LABELS = (() => {
  const shared = new Set(textsIn(spanish));
  const labels = textsIn({ ...en, ...enLater }).filter((label) => /[a-z]{2}/iu.test(label) && !shared.has(label));
  const patterns = labels.map((label) =>
    label
      .replaceAll(/<[^>]*>/gu, '')
      .split(/\{\{[^}]*\}\}/u)
      .map((part) => RegExp.escape(part))
      .join('.+'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`, 'u');
})();

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

  it('shows findings, next steps and plots in German', async () => {
    const page = await stage.signIn('administrator');
    await use(page, 'de');
    const { id } = await analyse('item_flaws');
    await page.goto(`/analyses/${id}`);
    await page
      .getByText(/Fragen? \(\d+,?\d*\s%\)/u)
      .first()
      .waitFor();
    expect(await englishTexts(page)).toEqual([]);
    const picture = page.getByRole('img', { name: /^Fragen mit jedem Mangel/u });
    await picture.locator('text', { hasText: 'Fragen' }).first().waitFor();
  });

  it.each(['duplicates', 'coverage', 'topics', 'text_statistics', 'difficulty_check'] as const)(
    'shows the findings of %s in German',
    { tags: ['release'] },
    async (type) => {
      const page = await stage.signIn('administrator');
      await use(page, 'de');
      const { id } = await analyse(type);
      await page.goto(`/analyses/${id}`);
      await page.locator('figure').first().waitFor();
      expect(await englishTexts(page)).toEqual([]);
    },
  );

  it.each([
    ['/', 'Qué hacer primero'],
    ['/questions?category=Geography', 'Preguntas'],
    ['/import', 'Importar'],
    ['/settings', 'Ajustes'],
  ])('shows no English label of %s in Spanish', { tags: ['release'] }, async (url, heading) => {
    const page = await stage.signIn('administrator');
    await use(page, 'es');
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    const texts = await allTexts(page);
    expect(texts).toContain('Buscar preguntas, ir a una página');
    const labels = texts.map((text) => text.replaceAll(/«[^»]*»/gu, '«»')); // without words of the bank
    expect(labels.filter((text) => ENGLISH_LABELS.test(text))).toEqual([]);
    expect(await englishTexts(page)).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
  });

  it('offers Spanish by its own name, and keeps it, with its dates', { tags: ['release'] }, async () => {
    const page = await stage.signIn('administrator');
    await page.goto('/settings');
    await page.getByText('Español', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor();
    await page
      .getByText(/\d{1,2} (?:ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic) \d{4}, \d{1,2}:\d{2}/u)
      .first()
      .waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
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
