/** @module-tag release */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { type Asked, createHostileBank, FORMULAS, type Hostile, MARKUP, TEMPLATE } from './hostile-bank.ts';
import { analyse } from './runs.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();
let bank: Hostile;
let session: { name: string; value: string; url: string } | undefined;
beforeAll(async () => {
  bank = await createHostileBank();
});
afterAll(() => bank.remove());

/** Signs in as somebody whose name contains markup, and records every script that a text runs. */
async function open(): Promise<{ page: Page; struck: string[] }> {
  const page = await stage.open();
  const struck: string[] = [];
  page.on('dialog', (dialog) => {
    struck.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/\/(?:x|%3C)/iu.test(new URL(request.url()).pathname)) struck.push(`request: ${request.url()}`);
  });
  if (session === undefined) {
    await page.goto(`/sign-in#${bank.person.secret}`);
    await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    const [cookie] = await page.context().cookies();
    session = { name: cookie?.name ?? '', value: cookie?.value ?? '', url: sharedPlace().origin };
  } else await page.context().addCookies([session]);
  return { page, struck };
}

const squeeze = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** Returns all visible text, including the values of fields. */
async function readPage(page: Page): Promise<string> {
  const texts = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
      ({ value }) => value,
    ),
  ]);
  return squeeze(texts.join(' '));
}

/** Checks that the texts are shown as they were written, and that none of them was interpreted. */
async function expectText(page: Page, struck: readonly string[], ...texts: readonly string[]): Promise<void> {
  const missing = async () => {
    const shown = await readPage(page);
    return texts.filter((text) => !shown.includes(squeeze(text)));
  };
  await expect.poll(missing, { message: page.url() }).toEqual([]);
  expect(struck).toEqual([]);
  expect(await page.title()).not.toBe('x');
  expect(await page.evaluate(findMarkup), page.url()).toEqual([]);
}

/** Elements and attributes that the console never uses, so that only a text can have created them. */
function findMarkup(): string[] {
  const elements = [
    ...document.querySelectorAll('body script:not([src^="/console/"]), iframe, object, embed, base, marquee'),
  ];
  for (const element of document.querySelectorAll('*')) {
    const isForeign = [...element.attributes].some(
      ({ name, value }) =>
        /^on/iu.test(name) ||
        (/^(?:href|src|action|formaction|xlink:href)$/iu.test(name) &&
          /^\s*(?:x$|javascript:|vbscript:)/iu.test(value)),
    );
    if (isForeign) elements.push(element);
  }
  return elements.map((element) => element.outerHTML.slice(0, 200));
}

const dialog = (page: Page) => page.getByRole('dialog');
const tagged = () => `tag=${encodeURIComponent(bank.tag)}`;

describe('G3 a text', () => {
  it('stays text if it is any naughty string, in every row of the list', async () => {
    const { page, struck } = await open();
    await page.goto(`/questions?${tagged()}&sort=created_at`);
    await page.locator('tr[data-index="0"]').waitFor();
    const total = Number(await page.locator('table').getAttribute('aria-rowcount')) - 1;
    expect(total).toBe(bank.naughty.length + bank.pair.length);
    const seen = new Map<number, string>();
    const next = () => {
      let index = 0;
      while (seen.has(index)) index += 1;
      return index;
    };
    while (next() < total) {
      const wanted = next();
      await page.locator('table').evaluate((table, to) => table.parentElement?.scrollTo({ top: to }), wanted * 44);
      await page.locator(`tr[data-index="${wanted}"]`).waitFor();
      const rows = await page
        .locator('tbody tr[data-index]')
        .evaluateAll((shown) =>
          shown.map((row): [number, string] => [
            Number((row as HTMLElement).dataset['index']),
            row.querySelector('th')?.textContent ?? '',
          ]),
        );
      for (const [index, text] of rows) seen.set(index, text);
      await expectText(page, struck);
    }
    const texts = [...seen].sort(([one], [other]) => one - other).map(([, text]) => squeeze(text));
    const asked = [...bank.pair, ...bank.naughty].map(({ question_text: text }) => squeeze(text));
    expect(texts.sort()).toEqual(asked.sort());
  });

  it('stays text in filters, views, cells, the palette and the account menu', async () => {
    const { page, struck } = await open();
    const { category, topic, view, person, tag, pair } = bank;
    const query = new URLSearchParams({ category, topic_focus: topic, tag, view: view.id, q: 'zanzig' });
    await page.goto(`/questions?${query}`);
    await expectText(page, struck, category, topic, tag, view.name);
    await page.goto(`/questions?${tagged()}&view=${view.id}&sort=created_at`);
    await expectText(page, struck, category, topic, tag, view.name, pair[0].question_text);
    await page.getByRole('button', { name: `${view.name} edited` }).click();
    await dialog(page).getByLabel('Name of the view').waitFor();
    await expectText(page, struck, view.name);
    await page.keyboard.press('Escape');
    for (const field of ['Category', 'Topic', 'Tag']) {
      await page.goto('/questions');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await dialog(page)
        .getByRole('button', { name: new RegExp(`^${field}`, 'u') })
        .click();
      await dialog(page).locator('input').first().waitFor();
      await expectText(page, struck, ...(field === 'Category' ? [category] : []));
    }
    await page.goto(`/questions?${tagged()}&sort=created_at`);
    await page.locator('tr[data-index="0"] [data-cell=category]').dblclick();
    await page.getByRole('option', { name: category }).waitFor();
    await expectText(page, struck, category);
    await page.keyboard.press('Escape');
    await page.locator('tr[data-index="0"]').getByRole('checkbox').check();
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Category', exact: true })
      .click();
    await page.getByRole('menuitem', { name: category }).click();
    await dialog(page)
      .getByRole('button', { name: /^Change 1/u })
      .waitFor();
    await expectText(page, struck, category);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).locator('input:focus').waitFor();
    await page.keyboard.type(`zanzig${person.name.slice(0, 8)}`);
    await expectText(page, struck, pair[0].question_text);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'account of' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await expectText(page, struck, person.name);
  });

  it('stays text in the drawer (form, preview, quality, history, comments), even all naughty strings', async () => {
    const { page, struck } = await open();
    const [{ id, question_text: text }] = bank.pair;
    await page.goto(`/questions/${id}`);
    await page.getByLabel('Question', { exact: true }).waitFor();
    await expectText(page, struck, text, TEMPLATE, bank.topic, bank.tag, ...FORMULAS);
    await page.getByRole('tab', { name: 'Quality' }).click();
    await page.getByRole('button', { name: 'Check this question' }).click();
    await page.getByText('Checked on ').waitFor();
    await expectText(page, struck);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('article').nth(1).waitFor();
    await expectText(page, struck, `${MARKUP} or ${TEMPLATE}`);
    await page.getByRole('tab', { name: 'Comments' }).click();
    await expectText(page, struck, bank.comment);
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByRole('button', { name: 'Delete 1 question' }).waitFor();
    await expectText(page, struck);
    const together = bank.naughty.filter(({ question_text: one }) => one.length > 1000);
    expect(together.length).toBeGreaterThan(4);
    for (const { id: one, question_text: strings } of together) {
      await page.goto(`/questions/${one}`);
      await page.getByLabel('Question', { exact: true }).waitFor();
      await expectText(page, struck, strings);
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('article').first().waitFor();
      await expectText(page, struck);
    }
  });

  it('stays text in the trash, the categories, the activity log and the home page', async () => {
    const { page, struck } = await open();
    await page.goto('/trash');
    await expectText(page, struck, bank.trashed.question_text);
    await page.goto(`/questions/${bank.trashed.id}`);
    await page.getByRole('button', { name: 'Restore', exact: true }).waitFor();
    await expectText(page, struck);
    await page.goto('/settings/categories');
    for (const name of ['Rename', 'Merge']) {
      await page.getByRole('button', { name: `${name} ${bank.category}` }).click();
      await dialog(page).waitFor();
      await expectText(page, struck, bank.category);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
    for (const what of ['update', 'create', 'delete', 'array']) {
      await page.goto(`/activity?what=${what}`);
      await page.getByRole('button', { name: 'Show what changed' }).first().click();
      await page.getByRole('article').first().waitFor();
      await expectText(page, struck, ...(what === 'update' || what === 'create' ? [MARKUP] : []));
    }
    await page.goto('/');
    await page.getByRole('heading', { name: 'Recent changes' }).waitFor();
    await expectText(page, struck);
  });

  it('stays text in tokens, webhooks with the responses of receivers, people and settings', async () => {
    const { page, struck } = await open();
    const { token, webhook, person } = bank;
    await page.goto('/tokens');
    await expectText(page, struck, token.name);
    await page.getByRole('button', { name: `Revoke ${token.name}` }).click();
    await page.getByLabel(`Type ${token.name} to confirm`).waitFor();
    await expectText(page, struck, token.name);
    await page.goto('/webhooks');
    await expectText(page, struck, webhook.url);
    await page.goto(`/webhooks/${webhook.id}`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    await page.locator('summary').first().click();
    await page.getByText(/^200 after/u).waitFor();
    await expectText(page, struck, webhook.url, webhook.description);
    await expect.poll(() => page.locator('pre, code').allInnerTexts()).toContain(MARKUP); // the receiver's reply
    await page.goto('/people');
    await expectText(page, struck, person.name);
    await page.getByRole('button', { name: `Sessions of ${person.name}` }).click();
    await dialog(page).waitFor();
    await expectText(page, struck, person.name);
    await page.goto('/settings');
    await page.getByText('This browser').waitFor();
    await expectText(page, struck);
  });
});

describe('G3 an import of hostile texts', () => {
  it('shows them as text in the columns, the check and the report', async () => {
    const { page, struck } = await open();
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const name = `${MARKUP.replaceAll('/', '')}.csv`;
    const lines = [
      ['question_text', 'correct_answer', 'category', 'difficulty', 'topic_focus', MARKUP],
      [`Which is ${TEMPLATE}?`, MARKUP, bank.category, '1', bank.topic, MARKUP],
      [`What is ${MARKUP}?`, MARKUP, `${MARKUP} no category`, MARKUP, bank.topic, TEMPLATE],
      [`=${MARKUP}`, `@${TEMPLATE}`, bank.category, '9', bank.topic, MARKUP],
    ];
    const file = lines.map((cells) => cells.map(quoted).join(',')).join('\n');
    await page.goto('/import');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByLabel(`Field for column ${MARKUP}`).waitFor();
    await expectText(page, struck, MARKUP, `${MARKUP} no category`, name);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Rows by outcome' }).waitFor();
    await expectText(page, struck, `${MARKUP} no category`);
    await page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: 'New' }).click();
    await expectText(page, struck, `Which is ${TEMPLATE}?`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: 'Import the other rows' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByText('1 question created, 2 rows rejected').waitFor();
    await page.getByText('File and settings').click();
    await expectText(page, struck, name, `${MARKUP} no category`);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('button', { name: 'Undo 1 question' }).click();
    await page.getByText('This import was undone').waitFor();
    await page.goto('/imports');
    await expectText(page, struck, name);
  });
});

const TYPES = [
  ...['coverage', 'text_statistics', 'item_flaws', 'duplicates', 'topics', 'difficulty_check', 'set_comparison'],
];

describe('G3 an analysis of hostile texts', () => {
  it.each(TYPES)('%s: findings, rows, figures, their pictures and tables, and the report', async (type) => {
    const { page, struck } = await open();
    const other = { other: { filter: { category: 'Geography' } } };
    const run = await analyse(type, { tag: bank.tag }, type === 'set_comparison' ? other : {});
    await page.goto(`/analyses/${run.id}`);
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    await expectText(page, struck, ...run.findings.map(({ text }) => text));
    for (const plot of run.result.plots) {
      const figure = page.getByRole('figure', { name: plot.title, exact: true });
      await figure.scrollIntoViewIfNeeded();
      await figure.getByRole('button', { name: 'View as table' }).click();
      await figure.locator('tbody').waitFor();
      await expectText(page, struck, plot.title, plot.description);
    }
    if (type === 'coverage') await expectText(page, struck, bank.category);
    if (type === 'item_flaws') await expectText(page, struck, bank.pair[0].question_text);
    if (type === 'duplicates') {
      await page.goto(`/analyses/${run.id}/pairs`);
      await page.getByRole('radio').first().waitFor();
      await expectText(page, struck);
    }
    await page.goto(`/analysis/${run.id}/report`);
    await expectText(page, struck, ...run.findings.map(({ text }) => text));
    for (const plot of run.result.plots) {
      await page.goto(`/analysis/${run.id}/plots/${plot.id}.svg`);
      const drawn = await page.evaluate(() => ({
        root: document.documentElement.localName,
        foreign: document.querySelectorAll('script, foreignObject, image, img, a').length,
        handlers: [...document.querySelectorAll('*')]
          .flatMap((element) => element.getAttributeNames())
          .filter((name) => name.startsWith('on')),
      }));
      expect(drawn).toEqual({ root: 'svg', foreign: 0, handlers: [] });
      expect(struck).toEqual([]);
    }
    await page.goto(`/analyses/compare?a=${run.id}`);
    await page.getByRole('heading', { level: 1, name: 'What has changed' }).waitFor();
    await expectText(page, struck);
    await page.goto('/analyses');
    await page.getByRole('link').first().waitFor();
    await expectText(page, struck, bank.tag);
  });
});

describe('G3 an export of hostile texts', () => {
  const download = async (page: Page, name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('link', { name, exact: true }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };

  it('puts an apostrophe before every formula in CSV for spreadsheets, and changes nothing in plain CSV', async () => {
    const { page } = await open();
    await page.goto(`/questions?${tagged()}`);
    await page.locator('tr[data-index="0"]').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const plain = readCsv(await download(page, 'CSV'));
    await page.getByRole('button', { name: 'Export' }).click();
    const safe = readCsv(await download(page, 'CSV, safe to open in a spreadsheet'));
    const texts = new Map([...bank.pair, ...bank.naughty].map((one): [string, Asked] => [one.id, one]));
    expect(plain.length).toBe(texts.size + 1);
    expect(safe.length).toBe(plain.length);
    for (const row of plain.slice(1)) expect(row[2]).toBe(texts.get(row[0] ?? '')?.question_text);
    const isFormula = (cell: string) => /^[=+\-@\t\r]/u.test(cell);
    expect(safe.slice(1).flat().filter(isFormula)).toEqual([]);
    expect(safe).toEqual(plain.map((row) => row.map((cell) => (isFormula(cell) ? `'${cell}` : cell))));
    expect(plain.flat().filter(isFormula).length).toBeGreaterThan(bank.naughty.length);
  });

  it('shows plain text on a sheet to print, even without any policy', async () => {
    const { page, struck } = await open();
    await page.goto(`/questions?${tagged()}`);
    await page.locator('tr[data-index="0"]').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const html = await download(page, 'Question sheet with answers');
    await page.goto('about:blank');
    await page.setContent(html, { waitUntil: 'networkidle' });
    await expectText(page, struck, ...[...bank.pair, ...bank.naughty].map(({ question_text: text }) => text));
  });
});

/** Parses CSV according to RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gu)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
