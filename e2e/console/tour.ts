import type { Page } from 'playwright-core';
import { ask } from './bank.ts';
import { createQuestion } from './browser.ts';
import { analyse } from './runs.ts';

/** A page or an overlay, and the steps that open it. */
export interface Stop {
  name: string;
  open: (page: Page) => Promise<void>;
}

const BAD_FILE = [
  'question_text,correct_answer,category,difficulty',
  'Which metal is liquid?,Mercury,Science,meedium',
  'What is the symbol for gold?,Au,Scince,0',
  ',Lake Baikal,Geography,1',
  'Which sea is the deepest of all the seas?,Philippine Sea,Geography,2',
];

const goTo = (url: string, shown: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.goto(url);
  await shown(page);
};
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

/** Every page of the console and every kind of overlay. */
export async function planTour(): Promise<Stop[]> {
  const { id } = await createQuestion({ incorrect_answers: ['One', 'Two'], tags: ['a tag'], explanation: 'So it is.' });
  await ask(`/questions/${id}`, 'PATCH', { explanation: 'So it was.' });
  const flaws = await analyse('item_flaws');
  const coverage = await analyse('coverage');
  const duplicates = await analyse('duplicates');
  const types = ['token.revoked'];
  const webhook = await ask<{ id: string }>('/webhooks', 'POST', { url: 'http://127.0.0.1:9/tour', types });
  const list = goTo('/questions?category=Geography&status=ready', (page) => page.locator('[data-index="0"]').waitFor());
  const question = goTo(`/questions/${id}`, (page) => page.getByLabel('Question', { exact: true }).waitFor());
  return [
    { name: 'home', open: goTo('/', heading('Recent changes')) },
    { name: 'questions', open: list },
    {
      name: 'selection',
      open: async (page) => {
        await list(page);
        await page.locator('[data-index="0"]').getByRole('checkbox').check();
        await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Level' }).click();
        await page.getByRole('menuitem').first().waitFor();
      },
    },
    {
      name: 'filter',
      open: async (page) => {
        await list(page);
        await press('Filter')(page);
        await page.getByRole('dialog').getByRole('button', { name: 'Level' }).click();
        await page.getByRole('checkbox', { name: 'Basic' }).check();
      },
    },
    {
      name: 'palette',
      open: async (page) => {
        await list(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Command palette' }).locator('input:focus').waitFor();
      },
    },
    {
      name: 'keys',
      open: async (page) => {
        await list(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      },
    },
    { name: 'question', open: question },
    {
      name: 'history',
      open: async (page) => {
        await question(page);
        await page.getByRole('tab', { name: 'History' }).click();
        await page.getByRole('article').nth(1).waitFor();
      },
    },
    {
      name: 'delete',
      open: async (page) => {
        await question(page);
        await press('Delete')(page);
        await page.getByRole('button', { name: 'Delete 1 question' }).waitFor();
      },
    },
    { name: 'new-question', open: goTo('/questions/new', (page) => page.getByRole('dialog').waitFor()) },
    { name: 'trash', open: goTo('/trash', heading('Trash')) },
    {
      name: 'categories',
      open: goTo('/settings/categories', (page) => page.getByRole('rowheader', { name: 'Geography' }).waitFor()),
    },
    {
      name: 'analyses',
      open: goTo('/analyses', (page) => page.getByRole('link', { name: 'Coverage' }).first().waitFor()),
    },
    { name: 'new-analysis', open: goTo('/analyses/new', heading('New analysis')) },
    { name: 'flaws', open: goTo(`/analyses/${flaws.id}`, heading('Findings')) },
    { name: 'coverage', open: goTo(`/analyses/${coverage.id}`, heading('Findings')) },
    {
      name: 'pairs',
      open: goTo(`/analyses/${duplicates.id}/pairs`, (page) => page.getByRole('radio').first().waitFor()),
    },
    { name: 'compare', open: goTo(`/analyses/compare?a=${flaws.id}`, heading('What has changed')) },
    { name: 'import', open: goTo('/import', (page) => page.getByRole('button', { name: 'Choose a file' }).waitFor()) },
    { name: 'import-check', open: checkFile },
    { name: 'imports', open: goTo('/imports', (page) => page.getByRole('heading', { level: 1 }).waitFor()) },
    {
      name: 'activity',
      open: goTo('/activity', (page) => page.getByRole('main').getByRole('listitem').first().waitFor()),
    },
    {
      name: 'new-token',
      open: async (page) => {
        await page.goto('/tokens');
        await press('New token')(page);
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
      },
    },
    { name: 'webhooks', open: goTo('/webhooks', (page) => page.getByRole('row').nth(1).waitFor()) },
    {
      name: 'webhook',
      open: goTo(`/webhooks/${webhook.id}`, (page) => page.getByRole('button', { name: 'Send a test' }).waitFor()),
    },
    { name: 'people', open: goTo('/people', (page) => page.getByRole('row').nth(1).waitFor()) },
    { name: 'settings', open: goTo('/settings', (page) => page.getByText('This browser').waitFor()) },
  ];
}

/** Opens the step that shows the errors of a file. */
export async function checkFile(page: Page): Promise<void> {
  await page.goto('/import');
  await page.getByLabel('Text', { exact: true }).fill(`${BAD_FILE.join('\n')}\n`);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByLabel('Category for Scince').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Use Science' }).waitFor();
}
