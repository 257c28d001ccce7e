/** @module-tag release */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateQuestions } from '../support/generated-questions.ts';
import { json, type Service, startService } from '../support/service.ts';
import { startBrowser } from './browser.ts';
import { Hands } from './hands.ts';
import { createDatabase, type OwnDatabase } from './own-database.ts';
import { invite } from './people.ts';
import { row } from './rows.ts';

const QUESTIONS = 50_000;
const BATCH = 1000;
const MAX_INTERACTIONS = 30;

const PAIRS = ['Portugal', 'Norway', 'Chile', 'Kenya', 'Japan'].map((country) => ({
  original: {
    question_text: `Which town is the seat of the government of ${country}?`,
    correct_answer: `In ${country}`,
  },
  copy: { question_text: `Which town is the seat of government of ${country}?`, correct_answer: `In ${country}` },
}));
const MISSPELT = {
  question_text: 'Who was the first person to fly around the Earth in a spacecraft?',
  correct_answer: 'Yuri Gagarinn',
  category: 'Science',
  difficulty: 1,
};

let service: Service;
let database: OwnDatabase;
beforeEach(async () => {
  database = await createDatabase();
  const limits = { LIMIT_POINTS: '1000000', LIMIT_POINTS_ANONYMOUS: '100000', OVERLOAD_DELAY_MS: '0' };
  service = await startService({ DATABASE_URL: database.url, ...limits });
  for (let from = 0; from < QUESTIONS; from += BATCH) await create(generateQuestions(from, BATCH));
  const named = PAIRS.flatMap(({ original, copy }) => [original, copy]);
  await create([...named.map((one) => ({ ...one, category: 'Geography', difficulty: 0 })), MISSPELT]);
}, 600_000);
afterEach(async () => {
  await service.end();
  await database.remove();
});
const stage = startBrowser(() => service);

async function create(questions: object[]): Promise<void> {
  const reply = await service.fetch('/questions', json(questions));
  expect(reply.status).toBe(201);
}

async function countOf(query: string): Promise<number> {
  const reply = await service.fetch(`/questions?limit=1&${query}`);
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

it(`an editor's day on ${QUESTIONS} questions takes at most ${MAX_INTERACTIONS} interactions: check, merge, search, fix, change many, undo`, async () => {
  const secret = await invite('editor', undefined, service);
  const page = await stage.open();
  const failed: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 500) failed.push(`${reply.status()} ${reply.url()}`);
  });
  const hands = new Hands(page);

  await hands.open(`/sign-in#${secret}`);
  await hands.click(button(page, 'Check the bank'));
  const review = page.getByRole('link', { name: /^Review \d+ pairs$/u });
  await review.waitFor({ timeout: 300_000 });
  const pairs = Number(/\d+/u.exec(await review.innerText())?.[0]);
  expect(pairs).toBeGreaterThanOrEqual(PAIRS.length);
  await hands.click(review);
  const shown = page.getByRole('group', { name: 'The two questions' });
  let last = '';
  for (let pair = 0; pair < PAIRS.length; pair += 1) {
    await page.getByText(`${pair} decided, ${pairs - pair} left`).waitFor();
    await expect.poll(() => shown.innerText()).not.toBe(last);
    last = await shown.innerText();
    await hands.press('1');
  }
  await page.getByText(`${PAIRS.length} decided, ${pairs - PAIRS.length} left`).waitFor();

  await hands.click(page.getByRole('link', { name: /^Questions/u }).first());
  await hands.press('/');
  await page.keyboard.type('gagarinn');
  hands.done.push('type "gagarinn"');
  await page.getByText('1 question found').waitFor();
  await hands.click(row(page, 0).getByRole('link'));
  const drawer = page.getByRole('dialog', { name: 'Edit question' });
  await hands.fill(drawer.getByLabel('Right answer'), 'Yuri Gagarin');
  await hands.press('Control+s');
  await drawer.getByText('Not saved').waitFor({ state: 'detached' });
  await hands.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  const before = await countOf('status=draft');
  await hands.fill(page.getByRole('searchbox', { name: 'Search questions' }), '');
  await hands.click(page.getByRole('button', { name: 'Filter', exact: true }));
  await hands.click(page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Category' }));
  await hands.click(page.getByRole('checkbox', { name: 'Literature' }));
  await hands.press('Escape');
  const matching = await countOf('category=Literature');
  expect(matching).toBeGreaterThan(BATCH);
  await hands.click(row(page, 0).getByRole('checkbox'));
  await hands.click(button(page, /^Select all [\d,]+ matching$/u));
  await hands.click(button(page, 'Status'));
  await hands.click(page.getByRole('menuitem', { name: 'Draft' }));
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type(String(matching));
  hands.done.push('type the number');
  await hands.press('Enter');
  await page.getByText(`${matching.toLocaleString('en')} questions changed.`).waitFor({ timeout: 120_000 });
  expect(await countOf('status=draft')).toBe(before + matching);
  await hands.press('Control+z');
  await page
    .getByText(`The change to ${matching.toLocaleString('en')} questions was undone.`)
    .waitFor({ timeout: 120_000 });
  expect(await countOf('status=draft')).toBe(before);

  process.stdout.write(`an editor's day: ${hands.count} interactions\n`);
  expect(failed).toEqual([]);
  expect(hands.count, hands.done.join('\n')).toBeLessThanOrEqual(MAX_INTERACTIONS);
}, 900_000);
