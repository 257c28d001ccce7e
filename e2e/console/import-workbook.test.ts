import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { sharedPlace } from './shared-place.ts';
import { makeWorkbook } from './workbook.ts';

const stage = startBrowser();
const WORKBOOKS = path.resolve(import.meta.dirname, '../../../shared/data/exchange/more/xlsx_teacher_cc0');
const isSkipped = process.env['CI'] !== 'true' && !existsSync(WORKBOOKS);
if (isSkipped) process.stdout.write('SKIPPED: workbooks of other programs need ../shared.\n');

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

const outcome = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: name });

const shownHeader = (page: Page) => page.getByLabel('Column names').locator('option:checked').textContent();

describe('S7 importing a workbook', () => {
  it('keeps the header when a column is mapped, maps levels, and corrects cells of the right row', async () => {
    const mark = `Sheet${Date.now()}`;
    const file = makeWorkbook('Tests', [
      ['Week 3; for all, really'],
      [],
      ['Do not print'],
      ['Question', 'A', 'B', 'Key', 'Category', 'How hard'],
      [`What is ${mark} 1?`, '3,14', '2,72', 'A', 'Science', '★★★'],
      [`What is ${mark}\n2?`, '3,14', '2,72', 'E', 'Science', '★'],
      [`What is ${mark} 3?`, { formula: '1/0', value: '#DIV/0!' }, '2,72', 'B', 'Science', '★'],
      [`What is ${mark} 3?`, '3,14', '2,72', 'B', 'Science', '★'],
      [`What is ${mark} 3?`, '3,14', '2,72', 'B', 'Science', '★'],
    ]);
    const page = await stage.signIn('editor');
    await choose(page, 'week-3.xlsx', file);
    await page.getByRole('region', { name: 'Missing values' }).getByText('Levels are missing.').waitFor();
    expect(await shownHeader(page)).toBe('Row 4: Question, A, B, Key …');
    await page.getByLabel('Field for column How hard').selectOption('difficulty');
    await page.getByRole('button', { name: 'Use all 2 suggestions' }).click();
    expect(await page.getByLabel('Level for ★★★').inputValue()).toBe('2');
    expect(await shownHeader(page)).toBe('Row 4: Question, A, B, Key …');
    await page.getByRole('button', { name: 'Continue' }).click();
    await outcome(page, 'Error').getByText('2', { exact: true }).waitFor();
    await expect.poll(() => page.locator('tbody th[scope=row]').allInnerTexts()).toEqual(['6', '7']);
    await page.getByText('The formula failed (#DIV/0!). Type the value.').waitFor();
    await page.getByLabel('A in row 7').fill('3,15');
    await page.getByLabel('Key in row 6').fill('B');
    await page.getByLabel('B in row 6').fill('2,718');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('All 5 rows are valid.').waitFor();
    await outcome(page, 'Unchanged').getByRole('button').click();
    await page.getByText('1 row repeats an earlier row of the file, word for word.').waitFor();
    expect(await page.getByRole('region', { name: 'Repeated rows' }).locator('tbody tr').innerText()).toMatch(
      /^9\s+8\s/u,
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 3 questions' }).click();
    await page.getByText('3 questions created').waitFor();
    const reply = await fetch(`${sharedPlace().origin}/questions?q=${mark}&sort=created_at`, {
      headers: { authorization: sharedPlace().authorization },
    });
    const { data } = (await reply.json()) as { data: { correct_answer: string; difficulty: number }[] };
    expect(data.map(({ correct_answer: answer, difficulty }) => [answer, difficulty])).toEqual([
      ['3,14', 2],
      ['2,718', 0],
      ['2,72', 0],
    ]);
  });

  it('offers a field for each unknown name in JSON Lines', async () => {
    const item = { question_text: 'What is it?', correct_answer: 'This', category: 'Science', difficulty: 0 };
    const page = await stage.signIn('editor');
    await choose(page, 'topics.jsonl', Buffer.from(`${JSON.stringify({ ...item, topic: 'Things', points: 3 })}\n`));
    await page.getByLabel('Field for topic').selectOption('Topic');
    await page.getByLabel('Field for points').selectOption('Leave out');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 row is valid.').waitFor();
    expect(await outcome(page, 'New').innerText()).toMatch(/1$/u);
  });

  it('asks for the level that a Moodle file lacks', async () => {
    const question = `<questiontext format="plain_text"><text>Which gas is ${Date.now()}?</text></questiontext>`;
    const file = `<?xml version="1.0" encoding="UTF-8"?><quiz>
      <question type="category"><category><text>Science</text></category></question>
      <question type="shortanswer"><name><text>gas</text></name>${question}
      <answer fraction="100"><text>CO2</text></answer></question></quiz>`;
    const page = await stage.signIn('editor');
    await choose(page, 'quiz.xml', Buffer.from(file));
    const missing = page.getByRole('region', { name: 'Missing values' });
    await missing.getByText('Levels are missing.').waitFor();
    await missing.getByText('Choose a value for all questions, or map a column.').waitFor();
    expect(await page.getByText('This file cannot be read').count()).toBe(0);
    await missing.getByLabel('Level', { exact: true }).selectOption('Basic');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 row is valid.').waitFor();
  });

  it.skipIf(isSkipped)('reads workbooks of other programs as the service does', { tags: ['release'] }, async () => {
    for (const name of ['inline_strings_no_styles.xlsx', 'demo_bank_12.xlsx']) {
      const file = readFileSync(path.join(WORKBOOKS, name));
      const page = await stage.signIn('editor');
      const sent = page.waitForResponse((response) => response.url().includes('/imports?'));
      await choose(page, name, file);
      const begun = (await (await sent).json()) as { id: string; format: string };
      expect(begun.format).toBe('csv');
      const { origin, authorization } = sharedPlace();
      const body = new Uint8Array(file);
      const reply = await fetch(`${origin}/imports?dry_run=true`, { method: 'POST', headers: { authorization }, body });
      expect(await readBack(begun.id)).toEqual(await readBack(((await reply.json()) as { id: string }).id));
    }
  });
});

/** What the service read in a file. */
async function readBack(id: string): Promise<unknown> {
  const { origin, authorization } = sharedPlace();
  for (;;) {
    const reply = await fetch(`${origin}/imports/${id}`, { headers: { authorization } });
    expect(reply.status).toBe(200);
    const { phase, preview, columns, counts } = (await reply.json()) as Record<string, unknown>;
    if (phase === 'finished') return { preview, columns, counts };
  }
}
