/** @module-tag release */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, createTagged, readTagged } from './bank.ts';
import { startBrowser } from './browser.ts';
import { type Keys, useKeys } from './keys.ts';
import { invite } from './people.ts';
import { dialog, row } from './rows.ts';

const stage = startBrowser();
let receiver: Server;
let address: string;
beforeAll(async () => {
  receiver = createServer((_request, response) => response.end('thanks'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/keys`;
});
afterAll(() => receiver.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function signIn(page: Page, keys: Keys): Promise<void> {
  await page.goto('/sign-in');
  await keys.reach(page.getByLabel('Sign-in link'));
  await keys.type(await invite('administrator'));
  await keys.press('Enter');
  await heading(page, 'What to do first');
}

/** Opens the list, filtered by a word and a level, with the first row focused. */
async function find(page: Page, keys: Keys, word: string): Promise<void> {
  await keys.goTo('Questions');
  await heading(page, 'Questions');
  await keys.press('/');
  await keys.type(word);
  await page.waitForURL(/q=/u);
  await keys.activate(button(page, 'Filter'));
  await keys.activate(dialog(page).getByRole('button', { name: 'Level' }));
  await keys.reach(page.getByRole('checkbox', { name: 'Intermediate' }));
  await keys.press('Space');
  await page.waitForURL(/difficulty=1/u);
  await keys.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await keys.reach(row(page, 0));
}

async function changeThree(page: Page, keys: Keys, tag: string): Promise<void> {
  const categories = async () => (await readTagged(tag)).map(({ category }) => category);
  await keys.press('x', 'j', 'x', 'j', 'x');
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('3 selected').waitFor();
  await keys.activate(bar.getByRole('button', { name: 'Category', exact: true }));
  const wanted = page.getByRole('menuitem', { name: 'Mathematics' });
  await wanted.waitFor();
  while ((await wanted.and(page.locator(':focus')).count()) === 0) await keys.press('ArrowDown');
  await keys.press('Enter');
  await keys.activate(dialog(page).getByRole('button', { name: 'Change 3 questions' }));
  await page.getByText('3 questions changed.').waitFor();
  expect((await categories()).filter((name) => name === 'Mathematics')).toHaveLength(3);
  await keys.press('Control+z');
  await page.getByText('The change to 3 questions was undone.').waitFor();
  expect(new Set(await categories())).toEqual(new Set(['Science']));
}

async function editAndGoOn(page: Page, keys: Keys): Promise<void> {
  await keys.reach(page.locator('tr[data-index]'));
  await keys.press('Home', 'Enter');
  const text = page.getByLabel('Question', { exact: true });
  await text.and(page.locator(':focus')).waitFor();
  await keys.press('End');
  await keys.type(' Really?');
  await page.getByText('Not saved').waitFor();
  await keys.press('Control+s');
  await page.getByRole('status').getByText('Question saved.').waitFor();
  await dialog(page).getByText('1 of 4').waitFor();
  await keys.press('Alt+ArrowDown');
  await dialog(page).getByText('2 of 4').waitFor();
  await keys.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await row(page, 1).and(page.locator(':focus')).waitFor(); // the focus is restored
}

async function importFile(page: Page, keys: Keys, topic: string): Promise<void> {
  const rows = [`What is ${topic}?,A,Scince,1,${topic}`, `What was ${topic}?,,Science,1,${topic}`];
  const file = `question_text,correct_answer,category,difficulty,topic_focus\n${rows.join('\n')}\n`;
  await keys.goTo('Import');
  await heading(page, /^Import/u);
  const chooser = page.waitForEvent('filechooser');
  await keys.activate(button(page, 'Choose a file'));
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByLabel('Field for column category').waitFor();
  await keys.activate(button(page, 'Continue'));
  await keys.activate(button(page, 'Use Science'), { back: true });
  await keys.reach(page.getByLabel('correct_answer in line 3'));
  await keys.type('B');
  await keys.press('Enter');
  await keys.activate(button(page, 'Check again'));
  await page.getByText('All 2 rows are valid.').waitFor();
  await keys.activate(button(page, 'Continue'));
  await page.getByRole('radio', { name: 'Import nothing' }).waitFor();
  await keys.activate(button(page, 'Continue'));
  await keys.activate(button(page, 'Import 2 questions'), { back: true });
  await page.getByText('2 questions created').waitFor();
}

async function readFigure(page: Page, keys: Keys): Promise<void> {
  await keys.goTo('Analyses');
  await heading(page, 'Analyses');
  await keys.activate(page.getByRole('link', { name: 'New analysis' }));
  await heading(page, 'New analysis');
  const types = page.getByRole('group').first().getByRole('radio');
  await keys.reach(types);
  const wanted = page.getByRole('radio', { name: /^Coverage/u });
  while (!(await wanted.isChecked())) await keys.press('ArrowDown');
  await keys.activate(button(page, 'Measure coverage'));
  await page.getByRole('heading', { name: 'Findings' }).waitFor();
  const figure = page.getByRole('figure').first();
  await keys.activate(figure.getByRole('button', { name: 'View as table' }));
  await figure.getByRole('row').nth(1).waitFor();
  await expect.poll(() => figure.getByRole('row').count()).toBeGreaterThan(10);
}

async function createToken(page: Page, keys: Keys, name: string): Promise<void> {
  await keys.goTo('Tokens');
  await heading(page, 'Tokens');
  await keys.activate(button(page, 'New token'));
  await keys.reach(dialog(page).getByRole('textbox', { name: 'Name' }));
  await keys.type(name);
  await keys.activate(button(page, 'Create token'));
  await keys.activate(button(page, 'I stored it'));
  await page.getByRole('row', { name: new RegExp(name, 'u') }).waitFor();
}

async function testWebhook(page: Page, keys: Keys): Promise<void> {
  await keys.goTo('Webhooks');
  await heading(page, 'Webhooks');
  await keys.activate(button(page, 'New webhook'));
  await keys.reach(dialog(page).getByLabel('Address'));
  await keys.type(address);
  await keys.activate(button(page, 'Create webhook'));
  await keys.activate(button(page, 'I stored it'));
  await heading(page, address);
  await keys.activate(button(page, 'Send a test'));
  await page.getByRole('cell', { name: 'Delivered' }).waitFor();
}

it('A2 works by keyboard only, from signing in to testing a webhook, and A3 shows a focus ring at each stop', async () => {
  const { tag } = await createTagged(4);
  const name = `keys-${tag}`;
  const page = await stage.open();
  const keys = await useKeys(page);
  const steps: Record<string, () => Promise<void>> = {
    'sign in': () => signIn(page, keys),
    'find and filter': () => find(page, keys, tag.slice(2)),
    'change three and undo': () => changeThree(page, keys, tag),
    'edit, save, next': () => editAndGoOn(page, keys),
    'import with two bad rows': () => importFile(page, keys, `Keys${tag.slice(2)}`),
    'run an analysis, read a figure': () => readFigure(page, keys),
    'create a token': () => createToken(page, keys, name),
    'send a test webhook': () => testWebhook(page, keys),
  };
  let before = keys.count();
  for (const [step, take] of Object.entries(steps)) {
    await take();
    const now = keys.count();
    process.stdout.write(`${step}: ${now.keys - before.keys} keys, ${now.stops - before.stops} of them Tab\n`);
    before = now;
  }
  expect(await keys.touched()).toEqual([]);
  const { data } = await ask<{ data: { url: string; id: string }[] }>('/webhooks?limit=1000');
  expect(data.map(({ url }) => url)).toContain(address);
});

it('A2 would notice a pointer', async () => {
  const page = await stage.open();
  const keys = await useKeys(page);
  await page.goto('/sign-in');
  await page.getByLabel('Sign-in link').click();
  expect(await keys.touched()).toContain('mousedown on INPUT');
});
