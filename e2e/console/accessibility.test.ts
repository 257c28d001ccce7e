import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createQuestion, findAxeViolations, searchPalette, startBrowser } from './browser.ts';
import { analyse } from './runs.ts';
import { planTour } from './tour.ts';

const stage = startBrowser();
/**
 * The folder for screenshots that people review and no test compares:
 * `SCREENSHOTS=/a/folder npm run console:release -- accessibility`.
 */
const SCREENSHOTS = process.env['SCREENSHOTS'];

async function expectAccessible(page: Page, name: string): Promise<void> {
  expect(await findAxeViolations(page), name).toEqual([]);
  if (SCREENSHOTS === undefined) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** These cover each theme and each width. The screenshots have all four combinations. */
const LOOKS = [
  { look: 'light-1280', width: 1280, dark: false },
  { look: 'dark-390', width: 390, dark: true },
  ...(SCREENSHOTS === undefined
    ? []
    : [
        { look: 'dark-1280', width: 1280, dark: true },
        { look: 'light-390', width: 390, dark: false },
      ]),
];

const RELEASE = { tags: ['release'] };

describe('A1 axe finds nothing on any page', () => {
  it.each([
    { theme: 'light', dark: false },
    { theme: 'dark', dark: true },
  ])('$theme', async ({ theme, dark }) => {
    const page = await stage.signIn('administrator', { dark });
    for (const { name, open } of await planTour()) {
      await open(page);
      await expectAccessible(page, `${name}-${theme}`);
    }
    await page.context().clearCookies();
    await page.goto('/sign-in#qsl_used');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, `sign-in-${theme}`);
  });
});

describe('A1 axe finds nothing in either width', RELEASE, () => {
  it.each(LOOKS)('while a list is loaded: $look', async ({ look, width, dark }) => {
    const page = await stage.signIn('administrator', { width, dark });
    const released = Promise.withResolvers<void>();
    await page.route('**/questions?*', async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      await released.promise;
      await route.continue();
    });
    await page.goto('/questions?category=Geography');
    await page.locator('[aria-busy="true"]').waitFor();
    await expectAccessible(page, `loading-${look}`);
    released.resolve();
    await page.locator('[data-index="0"]').waitFor();
  });

  it.each(LOOKS)('on any page or overlay: $look', async ({ look, width, dark }) => {
    const { id } = await createQuestion({
      incorrect_answers: ['One', 'Two'],
      tags: ['a tag'],
      explanation: 'So it is.',
    });
    const page = await stage.signIn('administrator', { width, dark });
    const isPhone = width < 640;
    await page.goto('/questions?category=Geography&category=Astronomy&status=ready');
    await page.locator('[data-index="0"]').waitFor();
    await expectAccessible(page, `questions-${look}`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Topic' }).click();
    await page.getByRole('radio').first().waitFor();
    await expectAccessible(page, `filter-${look}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Recently changed first' }).click();
    await page.getByRole('menuitemradio').first().waitFor();
    await expectAccessible(page, `sort-${look}`);
    await page.keyboard.press('Escape');
    if (isPhone) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: isPhone ? 'Marta Keller' : 'account of Marta Keller' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await expectAccessible(page, `account-${look}`);
    await page.keyboard.press('Escape');
    if (isPhone) await page.getByRole('button', { name: 'Close navigation' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page, `keys-${look}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await (await searchPalette(page, 'ocean')).getByText('ocean').first().waitFor();
    await expectAccessible(page, `palette-${look}`);
    await page.keyboard.press('Escape');
    for (const index of [0, 1]) await page.locator(`[data-index="${index}"]`).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.waitFor();
    await expectAccessible(page, `selection-${look}`);
    await bar.getByRole('button', { name: 'Level', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectAccessible(page, `bulk-menu-${look}`);
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change 2 questions' }).waitFor();
    await expectAccessible(page, `bulk-confirm-${look}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Tag').first().waitFor();
    await expectAccessible(page, `bulk-tag-${look}`);
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this list as').waitFor();
    await expectAccessible(page, `views-${look}`);
    await page.keyboard.press('Escape');
    if (!isPhone) {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('link', { name: 'Moodle XML' }).waitFor();
      await expectAccessible(page, `export-${look}`);
      await page.keyboard.press('Escape');
      await page.locator('[data-index="1"] [data-cell=difficulty]').dblclick();
      await page.getByRole('option', { name: 'Advanced' }).waitFor();
      await expectAccessible(page, `cell-${look}`);
      await page.keyboard.press('Escape');
    }
    await page.goto('/trash');
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    await expectAccessible(page, `trash-${look}`);
    await page.goto('/settings/categories');
    await page.getByRole('rowheader', { name: 'Geography' }).waitFor();
    await expectAccessible(page, `categories-${look}`);
    await page.getByRole('button', { name: 'Merge Geography' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, `categories-merge-${look}`);
    await page.goto(`/questions/${id}`);
    await page.getByRole('tab', { name: 'Quality' }).click();
    await page.getByText('has not been checked').waitFor();
    await expectAccessible(page, `quality-${look}`);
    await page.getByRole('tab', { name: 'Comments' }).click();
    await page.getByLabel('Write a comment').waitFor();
    await expectAccessible(page, `comments-${look}`);
    await page.getByLabel('Level').first().click();
    await page.getByRole('option', { name: 'Advanced' }).waitFor();
    await expectAccessible(page, `question-${look}`);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('article').first().waitFor();
    await expectAccessible(page, `history-${look}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 1 question' }).click();
    await page.getByText('Question deleted.').waitFor();
    await expectAccessible(page, `toast-${look}`);
    await page.goto(`/questions/${id}`);
    await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
    await expectAccessible(page, `deleted-${look}`);
    await page.goto('/questions/new');
    await page.getByLabel('Question', { exact: true }).waitFor();
    await expectAccessible(page, `new-${look}`);
    await page.context().clearCookies();
    await page.goto('/sign-in#qsl_used');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, `sign-in-${look}`);
  });

  it.each(LOOKS)('on the first page and the pages of analyses: $look', async ({ look, width, dark }) => {
    const flaws = await analyse('item_flaws');
    const [coverage, duplicates] = [await analyse('coverage'), await analyse('duplicates')];
    const page = await stage.signIn('administrator', { width, dark });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Fix now' }).waitFor();
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
    await expectAccessible(page, `home-${look}`);
    await page.goto('/analyses');
    await page.getByRole('link', { name: 'Coverage' }).first().waitFor();
    await expectAccessible(page, `analyses-${look}`);
    await page.goto('/analyses/new?type=set_comparison&category=Geography');
    await page.getByRole('main').getByText('Settings').click();
    await page.getByText('The same with curl').click();
    await expectAccessible(page, `new-analysis-${look}`);
    await page.goto(`/analyses/${flaws.id}`);
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('button', { name: 'View as table' }).first().click();
    await expectAccessible(page, `flaws-${look}`);
    await page.getByRole('button', { name: 'Assign to' }).first().click();
    await page.getByRole('menuitemradio').first().waitFor();
    await expectAccessible(page, `assign-${look}`);
    await page.goto(`/analyses/${coverage.id}`);
    await page
      .getByRole('link', { name: /^Geography, Basic/u })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await expectAccessible(page, `coverage-${look}`);
    await page.goto(`/analyses/${duplicates.id}/pairs`);
    await page.getByRole('radio').first().waitFor();
    await expectAccessible(page, `pairs-${look}`);
    await page.goto(`/analyses/compare?a=${flaws.id}`);
    await page.getByRole('heading', { level: 1, name: 'What has changed' }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, `compare-${look}`);
  });
});

/** Checks a file with every kind of row. */
async function checkFile(page: Page): Promise<void> {
  const rows = [
    'Which metal is liquid?,Mercury,Science,meedium',
    'What is the symbol for gold?,Au,Scince,0',
    ',Lake Baikal,Geography,1',
  ];
  const file = `question_text,correct_answer,category,difficulty\n${rows.join('\n')}\nWhich ${crypto.randomUUID()}?,A,Science,1\n`;
  await page.goto('/import');
  await page.getByLabel('Text', { exact: true }).fill(file);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByLabel('Category for Scince').waitFor();
}

describe('A1 axe finds nothing in imports', RELEASE, () => {
  it.each(LOOKS)('on any step: $look', async ({ look, width, dark }) => {
    const page = await stage.signIn('administrator', { width, dark });
    await page.goto('/import');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await expectAccessible(page, `import-file-${look}`);
    await checkFile(page);
    await expectAccessible(page, `import-map-${look}`);
    const goOn = page.getByRole('button', { name: 'Continue' });
    await goOn.click();
    await page.getByRole('button', { name: 'Use Science' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Valid now').waitFor();
    await expectAccessible(page, `import-check-${look}`);
    await page.getByRole('button', { name: 'Replace a value…' }).click();
    await page.getByRole('dialog', { name: 'Replace a value' }).waitFor();
    await expectAccessible(page, `import-replace-${look}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goOn.click();
    await page.getByRole('radio', { name: 'Import the other rows' }).check();
    await expectAccessible(page, `import-options-${look}`);
    await goOn.click();
    await page.getByRole('button', { name: 'Import 2 questions' }).waitFor();
    await expectAccessible(page, `import-run-${look}`);
    await page.getByRole('button', { name: 'Import 2 questions' }).click();
    await page.getByRole('button', { name: 'Undo import' }).waitFor();
    await page.getByText('File and settings').click();
    await expectAccessible(page, `import-report-${look}`);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('button', { name: 'Undo 2 questions' }).click();
    await page.getByText('This import was undone').waitFor();
    await page.goto('/imports');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessible(page, `imports-${look}`);
  });
});

describe('A1 axe finds nothing in the other pages', RELEASE, () => {
  it.each(LOOKS)('closed and opened: $look', async ({ look, width, dark }) => {
    for (let count = 0; count < 3; count += 1) await createQuestion(); // as many changes as are folded into one row
    const page = await stage.signIn('administrator', { width, dark });
    await page.goto('/activity?what=create');
    await page
      .getByRole('button', { name: /^Show [\d,]+ changes$/u })
      .first()
      .click();
    await page.getByRole('button', { name: 'Show what changed' }).first().click();
    await page.locator('ins').first().waitFor();
    await expectAccessible(page, `activity-${look}`);
    await page.getByRole('button', { name: 'Revert', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert 1 question' }).waitFor();
    await expectAccessible(page, `revert-${look}`);
    await page.goto('/tokens');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessible(page, `tokens-${look}`);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('quiz-app');
    await expectAccessible(page, `token-new-${look}`);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('textbox', { name: 'Secret' }).waitFor();
    await expectAccessible(page, `token-secret-${look}`);
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('button', { name: 'Revoke quiz-app' }).first().click();
    await page.getByLabel('Type quiz-app to confirm').waitFor();
    await expectAccessible(page, `token-revoke-${look}`);
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(`http://127.0.0.1:9/${look}`);
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'question.deleted' }).check();
    await expectAccessible(page, `webhook-new-${look}`);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('summary').first().click();
    await page
      .getByText(/^No response after/u)
      .first()
      .waitFor();
    await expectAccessible(page, `webhook-${look}`);
    await page.goto('/webhooks');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessible(page, `webhooks-${look}`);
    await page.goto('/people');
    await page.getByRole('row').nth(1).waitFor();
    await expectAccessible(page, `people-${look}`);
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await expectAccessible(page, `invite-${look}`);
    await page.goto('/settings');
    await page.getByText('This browser').waitFor();
    await expectAccessible(page, `settings-${look}`);
  });
});

/** Pages without an id in their path. */
const PAGES = [
  ...['/', '/questions', '/analyses', '/import', '/imports', '/activity', '/comments', '/trash'],
  ...['/tokens', '/webhooks', '/people', '/settings', '/settings/categories'],
];

describe('A3 to A6', () => {
  it('A3 shows every Tab stop with a focus ring, and A4 never traps the focus', async () => {
    const page = await stage.openQuestions('administrator');
    await page.locator('[data-index="0"]').waitFor();
    const stops = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { left, top, width, height } = element.getBoundingClientRect();
        const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
        return {
          name: element.getAttribute('aria-label') ?? element.innerText,
          ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
          seen: onTop !== null && (element.contains(onTop) || onTop.contains(element)),
        };
      });
      if (stop === undefined) break; // the address bar follows the last stop
      expect(stop).toMatchObject({ ring: true, seen: true });
      stops.add(stop.name);
    }
    expect(stops.size).toBeGreaterThan(8);
    expect(stops.size).toBeLessThan(40);
  });

  it('A5 has landmarks, a language, and a skip link that works', async () => {
    const page = await stage.openQuestions('administrator');
    await page.locator('[data-index="0"]').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    for (const role of ['banner', 'navigation', 'main'] as const)
      await expect.poll(() => page.getByRole(role).count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor({ state: 'attached' });
  });

  it('A5 has one h1 and a separate title on each page', RELEASE, async () => {
    const page = await stage.signIn('administrator');
    const titles = new Set<string>();
    for (const url of [...PAGES, '/questions/new', '/analyses/new', '/nowhere-at-all']) {
      // The API responds to unknown paths. The console shows its own "not found" page only once it is open.
      if (url === '/nowhere-at-all') await page.evaluate((to) => history.pushState({}, '', to), url);
      else await page.goto(url);
      await page.getByRole('heading').first().waitFor();
      if (url === '/questions/new') await page.getByRole('dialog').waitFor();
      await page.waitForFunction((seen) => !seen.includes(document.title), [...titles]);
      titles.add(await page.title());
      await expect.poll(() => page.locator('h1').count()).toBe(1);
    }
    expect(titles.size).toBe(PAGES.length + 3);
  });

  it('A6 does not scroll horizontally at 400% on any page', RELEASE, async () => {
    const page = await stage.signIn('administrator', { width: 320 });
    const { id } = await createQuestion();
    const run = await analyse('item_flaws');
    const pairs = await analyse('duplicates');
    const analyses = ['/analyses/new', `/analyses/${run.id}`, `/analyses/${pairs.id}/pairs`];
    for (const url of [...PAGES, `/questions/${id}`, ...analyses, '/sign-in']) {
      await page.goto(url);
      await page.getByRole('heading').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBeLessThanOrEqual(320);
    }
  });
});
