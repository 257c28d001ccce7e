/** @module-tag release */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Service, startService } from '../support/service.ts';
import { startBrowser } from './browser.ts';
import { Hands } from './hands.ts';
import { createDatabase, type OwnDatabase } from './own-database.ts';
import { invite } from './people.ts';
import { BAD_KEYS, FAILED_FORMULA, REPEATS, ROWS, teacherWorkbook } from './teacher-workbook.ts';

const MAX_INTERACTIONS = 20;

let service: Service;
let database: OwnDatabase;
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

/** The whole bank as a file. */
async function exported(): Promise<string> {
  const reply = await service.fetch('/questions/export?format=jsonl&status=draft&status=ready&status=archived');
  expect(reply.status).toBe(200);
  return reply.text();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

describe('the task of a teacher', () => {
  it(`brings in a messy workbook of ${ROWS} rows in at most ${MAX_INTERACTIONS} interactions, and undoes it to the byte`, async () => {
    const known = { question_text: 'Was it here?', correct_answer: 'Yes', category: 'Science', difficulty: 0 };
    expect((await service.fetch('/questions', json(known))).status).toBe(201);
    const before = await exported();
    expect(before).toContain('Was it here?');
    const secret = await invite('editor', undefined, service);
    const page = await stage.open();
    const hands = new Hands(page);

    await hands.open(`/sign-in#${secret}`);
    await hands.click(page.getByRole('link', { name: 'Import', exact: true }).first());
    await hands.chooseFile(button(page, 'Choose a file'), 'year-7.xlsx', teacherWorkbook());
    const header = page.getByLabel('Column names');
    await expect.poll(() => header.locator('option:checked').textContent()).toBe('Row 4: No., Question, A, B …');
    await hands.choose(page.getByLabel('Field for column Subject'), 'category');
    await hands.choose(page.getByLabel('Field for column How hard'), 'difficulty');
    await expect.poll(() => header.locator('option:checked').textContent()).toBe('Row 4: No., Question, A, B …');
    await hands.click(button(page, 'Use all 6 suggestions'));
    await hands.choose(page.getByRole('combobox', { name: 'Level', exact: true }), '1');
    await hands.click(button(page, 'Continue'));
    await page.getByText(`3 of ${ROWS} rows have errors.`).waitFor();

    for (const row of BAD_KEYS) await hands.fill(page.getByLabel(`Solution in row ${row}`), 'A');
    await page.getByText('The formula failed (#DIV/0!). Type the value.').waitFor();
    const failed = page.locator(`[aria-invalid=true][aria-label$="in row ${FAILED_FORMULA}"]`);
    await hands.fill(failed, '47,11');
    await hands.click(button(page, 'Check again'));
    await page.getByText(`All ${ROWS} rows are valid.`).waitFor();
    expect(await page.getByRole('list', { name: 'Rows by outcome' }).innerText()).toMatch(
      new RegExp(`New\\s+${ROWS - REPEATS}\\s+Update\\s+0\\s+Unchanged\\s+5\\s+Duplicate\\s+3\\s+Error\\s+0`, 'u'),
    );

    await hands.click(button(page, 'Continue'));
    await hands.click(button(page, 'Continue'));
    await hands.click(button(page, `Import ${ROWS - REPEATS} questions`));
    await page.getByText(`${ROWS - REPEATS} questions created`).waitFor();
    const questions = (await exported())
      .trimEnd()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as { question_text: string; correct_answer: string; category: string; difficulty: number },
      );
    expect(questions).toHaveLength(1 + ROWS - REPEATS);
    expect(new Set(questions.map(({ category }) => category))).toEqual(
      new Set(['Mathematics', 'Science', 'Geography']),
    );
    expect(questions.find(({ question_text: text }) => text.includes('task 1:'))).toMatchObject({
      correct_answer: '3,0',
      category: 'Mathematics',
      difficulty: 1,
    });

    await hands.click(button(page, 'Undo import'));
    await hands.click(button(page, `Undo ${ROWS - REPEATS} questions`));
    await page.getByText('This import was undone').waitFor();
    expect(await exported()).toBe(before);
    process.stdout.write(`the task of a teacher: ${hands.count} interactions\n`);
    expect(hands.count, hands.done.join('\n')).toBeLessThanOrEqual(MAX_INTERACTIONS);
  }, 180_000);

  it('lists repeated rows, apart from those in the bank', async () => {
    const secret = await invite('editor', undefined, service);
    const page = await stage.open();
    const hands = new Hands(page);
    await hands.open(`/sign-in#${secret}`);
    await hands.click(page.getByRole('link', { name: 'Import', exact: true }).first());
    await hands.chooseFile(button(page, 'Choose a file'), 'year-7.xlsx', teacherWorkbook());
    await hands.choose(page.getByLabel('Field for column Subject'), 'category');
    await hands.choose(page.getByLabel('Field for column How hard'), 'difficulty');
    await hands.click(button(page, 'Use all 6 suggestions'));
    await hands.choose(page.getByRole('combobox', { name: 'Level', exact: true }), '1');
    await hands.click(button(page, 'Continue'));
    await hands.click(page.getByRole('list', { name: 'Rows by outcome' }).getByRole('button', { name: /^Unchanged/u }));
    await page.getByText('rows repeat an earlier row of the file, word for word').waitFor();
    const repeated = page.getByRole('region', { name: 'Repeated rows' });
    expect(await repeated.locator('tbody tr').first().innerText()).toMatch(/^40\s+39\s+Class/u);
  }, 180_000);
});
