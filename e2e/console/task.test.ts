/** @module-tag release */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { startBrowser } from './browser.ts';
import { Hands } from './hands.ts';
import { createDatabase, type OwnDatabase } from './own-database.ts';
import { invite } from './people.ts';
import { makeSpreadsheet } from './spreadsheet.ts';

const MAX_INTERACTIONS = 60;

let service: Service;
let database: OwnDatabase;
// Each attempt has its own bank.
beforeEach(async () => {
  database = await createDatabase();
  const limits = { LIMIT_POINTS: '1000000', LIMIT_POINTS_ANONYMOUS: '100000', OVERLOAD_DELAY_MS: '0' };
  service = await startService({ DATABASE_URL: database.url, ...limits });
});
afterEach(async () => {
  await service.end();
  await database.remove();
});
const stage = startBrowser(() => service);

async function ask<Body>(path: string): Promise<Body> {
  const reply = await service.fetch(path);
  expect(reply.status).toBe(200);
  return (await reply.json()) as Body;
}

interface Question {
  id: string;
  question_text: string;
  correct_answer: string;
  incorrect_answers: string[];
  status: string;
}

async function countOf(query: string): Promise<number> {
  return (await ask<{ pagination: { total: number } }>(`/questions?limit=1&${query}`)).pagination.total;
}

/** Returns all questions with exactly this text. */
async function withText(text: string): Promise<Question[]> {
  const { data } = await ask<{ data: Question[] }>(`/questions?limit=20&q=${encodeURIComponent(text.slice(0, 200))}`);
  return data.filter((one) => one.question_text === text);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();

describe('the task of a new editor', () => {
  it(`S0 to S16 takes at most ${MAX_INTERACTIONS} interactions: 800 rows with 12 bad ones, duplicates, wrong keys, a change of many`, async () => {
    const sheet = makeSpreadsheet();
    const secret = await invite('editor', undefined, service);
    const page = await stage.open();
    const hands = new Hands(page);
    const parts: string[] = [];
    const began = performance.now();
    let last = { at: began, count: 0 };
    const part = (name: string) => {
      const now = performance.now();
      parts.push(`${name}: ${hands.count - last.count} in ${((now - last.at) / 1000).toFixed(1)} s`);
      last = { at: now, count: hands.count };
    };

    await hands.open(`/sign-in#${secret}`);
    await hands.click(link(page, 'Choose a file'));
    await hands.chooseFile(button(page, 'Choose a file'), 'towns.csv', sheet.csv);
    await hands.click(button(page, 'Continue'));
    await page.getByText('12 of 800 rows have errors.').waitFor();
    part('sign in and choose the file');

    await hands.click(button(page, 'Use all 8 suggestions'));
    await hands.fill(page.getByLabel('correct_answer in line 64'), 'Orla Finch');
    await hands.fill(page.getByLabel('correct_answer in line 164'), 'Tam Rook');
    await hands.fill(page.getByLabel('question_text in line 264'), 'Who drew the oldest map of Quarrel Bay?');
    await hands.fill(page.getByLabel('language in line 364'), 'en');
    await hands.click(button(page, 'Check again'));
    await page.getByText('All 800 rows are valid.').waitFor();
    part('fix 12 rows');

    await hands.click(button(page, 'Continue'));
    await hands.click(button(page, 'Continue'));
    await hands.click(button(page, 'Import 800 questions'));
    await page.getByText('800 questions created').waitFor();
    expect(await countOf('status=draft&status=ready')).toBe(sheet.rows);
    part('import');

    await hands.click(link(page, 'Home'));
    await hands.click(button(page, 'Check the bank'));
    await hands.click(link(page, `Review ${sheet.contradictions.length} pairs`));
    await page.getByRole('heading', { level: 1, name: 'Same question, different answers' }).waitFor();
    for (let pair = 0; pair < sheet.contradictions.length; pair += 1) {
      await page.getByText(`${pair} decided, ${sheet.contradictions.length - pair} left`).waitFor();
      await page.getByRole('group', { name: 'The two questions' }).waitFor();
      await hands.press('1');
    }
    await page.getByText('All pairs are decided.').waitFor();
    part('decide 2 contradictions');

    await hands.click(link(page, /^All/u));
    await hands.click(button(page, `Merge all ${sheet.pairs} duplicates`));
    await hands.confirm();
    await page.getByText(`${sheet.pairs} pairs merged.`).waitFor();
    await page.getByText(`${sheet.pairs + sheet.contradictions.length} decided, 0 left`).waitFor();
    part(`settle ${sheet.pairs} duplicates`);

    await hands.click(link(page, 'Home'));
    await hands.click(link(page, 'Fix 1 question'));
    await hands.click(link(page, /^Edit/u));
    const drawer = page.getByRole('dialog', { name: 'Edit question' });
    await hands.click(drawer.getByRole('button', { name: /^Remove/u }).first());
    await hands.press('Control+s');
    await drawer.getByText('Not saved').waitFor({ state: 'detached' });
    await hands.press('Escape');
    part('fix a key that is among the wrong answers');

    const left = sheet.rows - sheet.pairs - sheet.contradictions.length;
    await hands.click(link(page, /^Questions/u));
    await hands.click(page.getByRole('checkbox', { name: 'Select all loaded rows' }));
    await hands.click(button(page, `Select all ${left} matching`));
    await hands.click(button(page, 'Status'));
    await hands.click(page.getByRole('menuitem', { name: 'Draft' }));
    await hands.confirm();
    await page.getByText(`${left} questions changed.`).waitFor();
    expect(await countOf('status=draft')).toBe(left);
    await hands.press('Control+z');
    await page.getByText(`The change to ${left} questions was undone.`).waitFor();
    expect(await countOf('status=draft')).toBe(0);
    part('change many, and undo it');

    process.stdout.write(
      `the task of a new editor: ${hands.count} interactions, ${((performance.now() - began) / 1000).toFixed(1)} s\n${parts.map((one) => `  ${one}\n`).join('')}`,
    );
    expect(await countOf('status=draft&status=ready')).toBe(left);
    for (const { question, right } of sheet.contradictions) {
      expect((await withText(question)).map(({ correct_answer: answer }) => answer)).toEqual([right]);
    }
    expect((await withText(sheet.doubled)).map(({ incorrect_answers: wrong }) => wrong)).toEqual([[]]);
    expect(hands.count, hands.done.join('\n')).toBeLessThanOrEqual(MAX_INTERACTIONS);
  }, 180_000);
});
