import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask as bank } from './bank.ts';
import { createQuestion, findAxeViolations, startBrowser } from './browser.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();
const HEADER = 'question_text,correct_answer,category,difficulty,topic_focus,language';

interface Reply {
  data: { id: string; options: { dry_run: boolean }; counts: Record<string, number> }[];
}

async function ask(path: string): Promise<Response> {
  return fetch(`${sharedPlace().origin}${path}`, { headers: { authorization: sharedPlace().authorization } });
}

/** Returns the number of questions with this topic. */
async function countTopic(topic: string): Promise<number> {
  const reply = await ask(`/questions?topic_focus=${topic}&limit=1&status=draft&status=ready`);
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.goto('/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function toCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('list', { name: 'Rows by outcome' }).waitFor();
}

/** Goes from the check to the report. */
async function run(page: Page, mode: 'Import nothing' | 'Import the other rows'): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: mode }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Import \d/u }).click();
  await page.waitForURL('**/imports/*');
}

const numberIn = (text: string): number => Number(text.replaceAll(/\D/gu, ''));

const outcome = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Rows by outcome' }).getByRole('listitem').filter({ hasText: name });

/** The number of rows in a file, and the lines that have an error. */
interface Planting {
  rows: number;
  lines: readonly [number, number, number, number, number, number, number];
}

/** Generates rows with a topic of their own, seven of which are invalid. */
async function plantedFile(topic: string, { rows: count, lines }: Planting): Promise<Buffer> {
  const known = await createQuestion({ topic_focus: 'Elsewhere' });
  const rows = Array.from(
    { length: count },
    (_, index) => `What is ${topic} ${index}?,Übung ${index},Science,1,${topic},en`,
  );
  const wrong = [
    `What is ${topic} of a wrong type?,A,Science,1,${topic},nolanguage1`,
    `What is ${topic} without an answer?,,Science,1,${topic},en`,
    `What is ${topic} elsewhere?,A,Scince,1,${topic},en`,
    `What is ${topic} of a level?,A,Science,meedium,${topic},en`,
    `What is ${topic} 7?,Übung 7,Science,2,${topic},en`,
    `${known.question_text},It,Science,2,${topic},en`,
    `What is ${topic} drunk?,Caf%,Science,1,${topic},en`,
  ];
  for (const [index, line] of lines.entries()) rows[line - 2] = wrong[index] ?? '';
  const bytes = Buffer.from(`${HEADER}\n${rows.join('\n')}\n`);
  bytes[bytes.indexOf('Caf%') + 3] = 0xe9;
  return bytes;
}

const numberOf = (value: number) => value.toLocaleString('en-GB');

describe('S7 importing a file', () => {
  const expectPlanted = async (planting: Planting) => {
    const topic = `Planted${Date.now()}`;
    const file = await plantedFile(topic, planting);
    const lines = planting.lines.map(numberOf);
    const good = planting.rows - planting.lines.length;
    const page = await stage.signIn('editor');
    await choose(page, 'autumn-batch.csv', file);
    await page.getByText('1 place is not valid UTF-8').waitFor();
    await toCheck(page);
    await outcome(page, 'Duplicate').getByText('2', { exact: true }).waitFor();
    await outcome(page, 'Duplicate').click();
    await page.getByRole('radio', { name: 'Count it as an error' }).check();
    await outcome(page, 'Error').getByText('7', { exact: true }).waitFor();
    await outcome(page, 'Error').click();
    await expect.poll(() => page.locator('tbody th[scope=row]').allInnerTexts()).toEqual(lines);
    const bad = page.locator('[aria-invalid="true"]');
    expect(await bad.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')))).toEqual([
      `language in line ${lines[0]}`,
      `correct_answer in line ${lines[1]}`,
      `category in line ${lines[2]}`,
      `difficulty in line ${lines[3]}`,
      `correct_answer in line ${lines[6]}`,
    ]);
    const kinds = await page.getByRole('group', { name: 'Errors to show' }).getByRole('button').allInnerTexts();
    expect(kinds[0]).toBe('All errors 7');
    expect(kinds.slice(1).sort()).toEqual(
      expect.arrayContaining(['Duplicate 2', 'Invalid characters 1', 'No such category 1', 'Not a level 1']),
    );
    await page.getByText(`7 of ${numberOf(planting.rows)} rows have errors.`).waitFor();

    // D2: "all or nothing" writes nothing, and says so before and afterwards.
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('7 rows have errors: nothing would be imported.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'There is nothing to import' }).waitFor();
    expect(await countTopic(topic)).toBe(0);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: false }).first().click();
    await run(page, 'Import the other rows');
    await page.getByText(`${numberOf(good)} questions created, 7 rows rejected`).waitFor();
    expect(await countTopic(topic)).toBe(good); // D4
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 7 rows' }).click();
    const rejects = readFileSync(await (await download).path(), 'utf8');
    expect(rejects.split('\n').filter((line) => line.trim() !== '')).toHaveLength(8);
    expect(rejects).toContain('Scince');

    // D5: The count has not changed.
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByLabel(`Type ${numberOf(good)} to confirm`).fill(String(good));
    await page.getByRole('button', { name: `Undo ${numberOf(good)} questions` }).click();
    await page.getByText('This import was undone').waitFor();
    expect(await countTopic(topic)).toBe(0);
  };

  it('D1 finds seven planted errors, each with its line, column and code; D2, D4, D5', () =>
    expectPlanted({ rows: 1040, lines: [18, 204, 377, 436, 615, 820, 1036] }));

  it('D1 finds them in 10,000 rows', { tags: ['release'] }, () =>
    expectPlanted({ rows: 10_000, lines: [18, 204, 377, 1036, 4415, 6120, 8801] }),
  );

  it('D2 corrects rows in place, checks them again, and imports all of them', async () => {
    const topic = `Fixed${Date.now()}`;
    const rows = [
      `What is ${topic} one?,A,Scince,1,${topic},en`,
      `What is ${topic} two?,B,Scince,mediun,${topic},en`,
      `What is ${topic} three?,,Science,1,${topic},en`,
      `,D,Science,1,${topic},en`,
      `What is ${topic} five?,E,Natural,1,${topic},en`,
    ];
    const page = await stage.signIn('editor');
    await choose(page, 'fixes.csv', `${HEADER}\n${rows.join('\n')}\n`);
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Questions\D*[\d,]+$/u });
    const before = numberIn(await link.innerText());
    await toCheck(page);
    await page.getByRole('button', { name: 'Use Science in 2 rows' }).first().click();
    await page.getByLabel('difficulty in line 3').selectOption('Intermediate');
    await page.getByLabel('correct_answer in line 4').fill('C');
    await page.getByLabel('correct_answer in line 4').press('Enter');
    await page.getByRole('row', { name: /^5/u }).getByRole('button', { name: 'Skip row' }).click();
    await page.getByRole('button', { name: 'Replace a value…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace a value' });
    await dialog.getByLabel('Column').selectOption('category');
    await dialog.getByLabel('Value', { exact: true }).fill('Natural');
    await dialog.getByLabel('Replace with').fill('Science');
    await dialog.getByRole('button', { name: 'Replace in 1 row' }).click();
    await page.getByText('5 rows changed.').waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Valid now').nth(3).waitFor();
    await expect.poll(() => page.getByText('Row left out').count()).toBe(1);
    await page.getByText('All 4 rows are valid.').waitFor();
    await run(page, 'Import nothing');
    await page.getByText('4 questions created').waitFor();
    expect(await countTopic(topic)).toBe(4);
    await expect.poll(async () => numberIn(await link.innerText())).toBe(before + 4);
  });

  it('D5 says before an undo what stays and why, and undoes that too if asked to', async () => {
    const name = `Imported ${crypto.randomUUID().slice(0, 6)}`;
    const topic = `Undone${Date.now()}`;
    await bank('/categories', 'POST', { name });
    const rows = ['Science', 'Science', name, name, name].map(
      (category, index) => `What is ${topic} ${index}?,${index},${category},1,${topic},en`,
    );
    const page = await stage.signIn('editor');
    await choose(page, 'undone.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await toCheck(page);
    await run(page, 'Import nothing');
    await page.getByText('5 questions created').waitFor();
    const merge = await bank<{ id: string }>(`/categories/${encodeURIComponent(name)}?merge_into=Science`, 'DELETE');
    await expect
      .poll(async () => (await bank<{ status: string }>(`/categories/merges/${merge.id}`)).status)
      .toBe('succeeded');
    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByRole('button', { name: 'Undo 2 questions' }).and(page.locator(':focus')).waitFor();
    await dialog.getByText('3 stay as they are:').waitFor();
    await dialog.getByText('3 changed since').waitFor();
    await dialog.getByRole('link', { name: 'A program merged a category with 3 questions' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Revert these 3 too, although they were changed since' }).check();
    await dialog.getByRole('button', { name: 'Undo 5 questions' }).waitFor();
    await dialog.getByRole('checkbox').uncheck();
    await dialog.getByRole('button', { name: 'Undo 2 questions' }).click();
    await page.getByText('This import was partly undone').waitFor();
    await page.getByText('3 questions were not reverted:').waitFor();
    expect(await countTopic(topic)).toBe(3);
    await page.goto('/activity?what=category_merge');
    await page.getByRole('button', { name: 'Revert 3', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revert 3 questions' }).click();
    await page.getByText('3 questions reverted.').waitFor();
    expect(await (await ask(`/questions?category=${encodeURIComponent(name)}`)).json()).toMatchObject({
      pagination: { total: 3 },
    });
  });

  it('maps columns, categories and defaults of a pasted text', async () => {
    const topic = `Pasted${Date.now()}`;
    const page = await stage.signIn('administrator');
    await page.goto('/import');
    await page
      .getByLabel('Text', { exact: true })
      .fill(
        `Ask\tSay\tAbout\tKind\nWhat is ${topic} one?\tA\t${topic}\tBiologie\nWhat is ${topic} two?\tB\t${topic}\tBiologie\n`,
      );
    await page.getByRole('button', { name: 'Use this text' }).click();
    await page.getByText('The column names are not known.').waitFor();
    for (const [column, field] of [
      ['Ask', 'Question'],
      ['Say', 'Right answer'],
      ['About', 'Topic'],
      ['Kind', 'Category'],
    ] as const)
      await page.getByLabel(`Field for column ${column}`).selectOption(field);
    const missing = page.getByRole('region', { name: 'Missing values' });
    await missing.getByText('Levels are missing.').waitFor();
    await page.getByLabel('Level', { exact: true }).selectOption('Advanced');
    await page.getByLabel('Category for Biologie').selectOption('Science');
    await missing.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await toCheck(page);
    await page.getByText('All 2 rows are valid.').waitFor();
    await run(page, 'Import nothing');
    await page.getByText('2 questions created').waitFor();
    const reply = await ask(`/questions?topic_focus=${topic}`);
    const { data } = (await reply.json()) as { data: { category: string; difficulty: number }[] };
    expect(data.map(({ category, difficulty }) => [category, difficulty])).toEqual([
      ['Science', 2],
      ['Science', 2],
    ]);
  });

  it('D3 shows progress, survives a reload, and stops when canceled', {
    tags: ['release'],
  }, async () => {
    const topic = `Long${Date.now()}`;
    const rows = Array.from({ length: 40_000 }, (_, index) => `What is ${topic} ${index}?,A,Science,1,${topic},en`);
    const page = await stage.signIn('editor');
    await choose(page, 'long.csv', `${HEADER}\n${rows.join('\n')}\n`);
    await toCheck(page);
    await outcome(page, 'New').getByText('40,000').waitFor();
    await run(page, 'Import nothing');
    const bar = page.getByRole('progressbar');
    await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
    await page.reload();
    await bar.waitFor();
    const before = await bar.evaluate((element: HTMLProgressElement) => element.value);
    await page.waitForFunction((value) => (document.querySelector('progress')?.value ?? 0) > value, before, {
      timeout: 2500,
    });
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByText('The import was canceled').waitFor({ timeout: 5000 });
    await expect.poll(() => countTopic(topic)).toBe(0);
  });

  it('D6 explains why a file without questions cannot be imported', async () => {
    const page = await stage.signIn('editor');
    await choose(page, 'header.csv', `${HEADER}\n`);
    await page.getByText('The file has column names, but no questions below them.').waitFor();
    await choose(page, 'empty.csv', '');
    await page.getByRole('alert').getByText('This file is empty').waitFor();
    await choose(page, 'renamed.csv', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'));
    await page.getByRole('alert').getByText('This file cannot be read').waitFor();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('package');
    // Only the size of this file is read. Its 1 GB of content does not exist, and nothing is sent.
    await page.goto('/import');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    let sent = 0;
    page.on('request', (request) => {
      sent += request.method() === 'POST' ? 1 : 0;
    });
    await page.evaluate(() => {
      const file = new File(['x'], 'huge.csv');
      Object.defineProperty(file, 'size', { value: 2 ** 30 });
      const files = new DataTransfer();
      files.items.add(file);
      const drop = new DragEvent('drop', { bubbles: true });
      Object.defineProperty(drop, 'dataTransfer', { value: { files: [file] } });
      document.querySelector('[aria-label="Drop a file here"]')?.dispatchEvent(drop);
    });
    await page.getByRole('alert').getByText('This file is too large').waitFor();
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/1 GB.*256 MB/su);
    expect(sent).toBe(0);
  });
});

describe('S8 imports', () => {
  it('lists imports, but not checks, for people who may import', async () => {
    const topic = `Listed${Date.now()}`;
    const page = await stage.signIn('editor');
    await choose(page, `${topic}.csv`, `${HEADER}\nWhat is ${topic}?,A,Science,1,${topic},en\n`);
    await toCheck(page);
    await run(page, 'Import nothing');
    await page.getByText('1 question created').waitFor();
    await page.goto('/imports');
    const row = page.getByRole('row', { name: new RegExp(topic, 'u') });
    await row.getByText('Done').waitFor();
    expect(await row.count()).toBe(1);
    await page.locator('nav a[aria-current="page"]', { hasText: 'Import' }).waitFor();
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: `Import of ${topic}.csv` }).waitFor();
    await page.getByRole('link', { name: 'See the question' }).click();
    await page.getByRole('row', { name: new RegExp(`What is ${topic}`, 'u') }).waitFor();
    await page.getByRole('link', { name: `${topic}.csv` }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Import' }).click();
    await expect.poll(() => page.url()).not.toContain('change_id');
    const viewer = await stage.openQuestions('viewer');
    expect(await viewer.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
  });

  it('A2 imports and corrects two invalid rows by keyboard only', { tags: ['release'] }, async () => {
    const topic = `Keys${Date.now()}`;
    const page = await stage.signIn('editor');
    await page.goto('/import');
    const press = async (name: string, role: 'button' | 'radio' = 'button') => {
      await page
        .getByRole(role, { name, exact: role === 'button' })
        .first()
        .focus();
      await page.keyboard.press(role === 'button' ? 'Enter' : 'Space');
    };
    await page.getByLabel('Text', { exact: true }).focus();
    await page.keyboard.insertText(
      `${HEADER}\nWhat is ${topic}?,A,Scince,1,${topic},en\nWhat was ${topic}?,,Science,1,${topic},en\n`,
    );
    await press('Use this text');
    await page.getByLabel('Field for column category').waitFor();
    await press('Continue');
    await page.getByRole('button', { name: 'Use Science' }).waitFor();
    await press('Use Science');
    await page.getByLabel('correct_answer in line 3').focus();
    await page.keyboard.type('B');
    await page.keyboard.press('Enter');
    await press('Check again');
    await page.getByText('All 2 rows are valid.').waitFor();
    await press('Continue');
    await press('Continue');
    await page.getByRole('button', { name: 'Import 2 questions' }).waitFor();
    await press('Import 2 questions');
    await page.getByText('2 questions created').waitFor();
    const { data } = (await (await ask('/imports?limit=1')).json()) as Reply;
    expect(data[0]?.counts['created']).toBe(2);
  });
});
