import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged, readTagged } from './bank.ts';
import { createQuestion, expectCount, findAxeViolations, startBrowser } from './browser.ts';

const stage = startBrowser();

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text).last().waitFor();

describe('S17 the trash', () => {
  it('lists deleted questions, searches them, and restores one or all', async () => {
    const { tag, questions } = await createTagged(3);
    const word = tag.slice(2);
    for (const { id } of questions) await ask(`/questions/${id}`, 'DELETE');
    const page = await stage.signIn('editor');
    await page.goto('/trash');
    await page.getByLabel('Search deleted questions').fill(word);
    const rows = page.getByRole('list', { name: 'Deleted questions' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Restore all 3 questions' }).waitFor();
    await rows.first().getByText('Deleted').waitFor();
    await rows.first().getByRole('button', { name: 'Restore' }).click();
    await toast(page, 'Question restored.');
    await page.getByRole('button', { name: 'Restore all 2 questions' }).click();
    await toast(page, '2 questions changed.');
    await page.getByRole('heading', { name: 'No deleted question matches' }).waitFor();
    expect((await readTagged(tag)).map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
  });

  it('does not appear for people who may not write', async () => {
    const page = await stage.openQuestions('viewer');
    await page.getByRole('link', { name: 'Categories' }).waitFor();
    expect(await page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
  });
});

describe('S18 categories', () => {
  it('can be added, renamed with their questions, merged with progress, and deleted when empty', async () => {
    const name = `Poetry ${crypto.randomUUID().slice(0, 6)}`;
    const page = await stage.signIn('editor');
    await page.goto('/settings/categories');
    const row = (of: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: of }) });
    await row('Geography').getByRole('link').waitFor();
    await page.getByLabel('New category').fill('geography');
    await page.getByRole('button', { name: 'Add category' }).click();
    await page.getByText('A category with this name already exists.').waitFor();
    await page.getByLabel('New category').fill(name);
    await page.getByRole('button', { name: 'Add category' }).click();
    await toast(page, 'Category added.');
    await row(name).getByRole('button', { name: 'Delete' }).waitFor();
    const { tag } = await createTagged(3, { category: name });
    await page.reload();
    await row(name).getByRole('link', { name: '3' }).waitFor();
    await row(name).getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('New name').fill(`${name} B`);
    await page.getByRole('dialog').getByLabel('New name').press('Enter');
    await toast(page, 'Category renamed.');
    await row(`${name} B`).getByRole('link', { name: '3' }).waitFor();
    expect((await readTagged(tag)).map(({ category }) => category)).toEqual(Array(3).fill(`${name} B`));
    await row(`${name} B`).getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByLabel('Move its questions to').first().click();
    await page.getByRole('option', { name: 'Literature' }).click();
    await page.getByRole('button', { name: 'Move 3 questions' }).click();
    await toast(page, `“${name} B” was merged.`);
    expect(await page.getByText('Category renamed.').count()).toBe(0); // one message at a time
    await row(name).waitFor({ state: 'detached' });
    expect((await readTagged(tag)).map(({ category }) => category)).toEqual(Array(3).fill('Literature'));
    await page.getByLabel('New category').fill(`${name} C`);
    await page.getByRole('button', { name: 'Add category' }).click();
    await row(`${name} C`).getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Category deleted.');
    await row(`${name} C`).waitFor({ state: 'detached' });
  });

  it('link to their questions, and cannot be changed by a viewer', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/settings/categories');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Astronomy' }) });
    const count = await row.getByRole('link').innerText();
    expect(await page.getByRole('button', { name: 'Rename' }).count()).toBe(0);
    await row.getByRole('link').click();
    await expectCount(page, new RegExp(`^${count} questions found$`, 'u'));
  });
});

describe('S3 export and search', () => {
  it('downloads the questions that match the filter, or only the selection', async () => {
    const { tag } = await createTagged(3);
    const page = await stage.signIn('viewer');
    await page.goto(`/questions?tag=${tag}`);
    await expectCount(page, /^3 questions found$/u);
    const download = async (format: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('link', { name: format, exact: true }).click(),
      ]);
      return (await readFile(await file.path(), 'utf8')).trim().split('\n');
    };
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText('3 questions as').waitFor();
    const lines = await download('JSON Lines');
    expect(lines.map((line) => (JSON.parse(line) as { tags: string[] }).tags)).toEqual([[tag], [tag], [tag]]);
    await page.locator('tr[data-index="1"]').getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
    await page.getByText('1 question as').waitFor();
    expect(await download('CSV')).toHaveLength(2);
  });

  it('says which questions a format leaves out, and why, before the download', async () => {
    const { tag, questions } = await createTagged(3);
    for (const planet of ['Mars', 'Venus'])
      await createQuestion({
        question_text: `Is it ${planet} ${tag}?`,
        incorrect_answers: ['No', 'Both'],
        tags: [tag],
      });
    const page = await stage.signIn('viewer');
    await page.goto(`/questions?tag=${tag}`);
    await expectCount(page, /^5 questions found$/u);
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
    const panel = page.getByRole('dialog', { name: 'Export' });
    await panel.getByRole('link', { name: 'Kahoot!' }).click();
    await panel.getByText('2 of 5 fit.').waitFor();
    await panel.getByText(/^3 left out: Kahoot!? only supports choice questions\.$/u).waitFor();
    await expect.poll(() => panel.getByRole('listitem').allInnerTexts()).toHaveLength(questions.length);
    await page.getByRole('link', { name: 'Download 2 questions' }).and(page.locator(':focus')).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('kahoot-2.xlsx');
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const [whole] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('link', { name: 'Moodle XML' }).click(),
    ]);
    expect(whole.suggestedFilename()).toBe(`moodle-xml-${tag}-5.xml`);
    expect((await readFile(await whole.path(), 'utf8')).match(/<question type="(?!category)/gu)).toHaveLength(5);
  });

  it('draws questions by category and level for a test with points and versions', async () => {
    const { tag } = await createTagged(6, { difficulty: 0, incorrect_answers: ['None', 'All', 'Both'] });
    for (const town of ['Rome', 'Bern'])
      await createQuestion({
        question_text: `Who built ${town} ${tag}?`,
        category: 'Literature',
        difficulty: 2,
        tags: [tag],
      });
    const page = await stage.signIn('viewer');
    await page.goto(`/questions?tag=${tag}`);
    await expectCount(page, /^8 questions found$/u);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Test sheet: draw, points, versions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Question sheet' });
    const part = (place: number) => dialog.getByRole('group', { name: `Draw ${place}` });
    await part(1).getByLabel('Number').fill('4');
    await part(1).getByLabel('Category').selectOption('Science');
    await dialog.getByRole('button', { name: 'Add another draw' }).click();
    await part(2).getByLabel('Number').fill('3');
    await part(2).getByLabel('Category').selectOption('Literature');
    await part(2).getByLabel('Level').selectOption('Advanced');
    await dialog.getByLabel('Title').fill('Unit 1');
    await dialog.getByLabel('Points per question').fill('many');
    await dialog.getByRole('button', { name: 'Download the sheet' }).click();
    await dialog.getByText('Enter a number from 1 to 100.').waitFor();
    await dialog.getByLabel('Points per question').fill('2');
    await dialog.getByLabel('Versions').selectOption('2 in different orders');
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Download the sheet' }).click();
    await dialog.getByText('Only 2 of 3 questions found. Literature, Advanced').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download 6 questions' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('sheet-unit-1-6.html');
    const html = await readFile(await file.path(), 'utf8');
    expect(html.match(/<h[12]>.*<\/h[12]>/gu)).toEqual([
      ...['<h1>Unit 1 – Version A</h1>', '<h1>Unit 1 – Version B</h1>'],
      ...['<h2>Key – Version A</h2>', '<h2>Key – Version B</h2>'],
    ]);
    const [, a = '', b = ''] = html.split('<section class="version">');
    const numbers = (sheet: string) => [...sheet.matchAll(/number (\d) of/gu)].map(([, number]) => number);
    expect(new Set(numbers(a)).size).toBe(4);
    expect(numbers(b).toSorted()).toEqual(numbers(a).toSorted());
    expect(a).toContain('Who built Rome');
    expect(a).toContain('(2 points)');
    await dialog.waitFor({ state: 'detached' });
  });

  it('says how many archived questions it hides, and shows them', async () => {
    const { tag } = await createTagged(2);
    await createQuestion({ tags: [tag], status: 'archived' });
    const page = await stage.signIn('viewer');
    await page.goto(`/questions?tag=${tag}`);
    await expectCount(page, /^2 questions found$/u);
    await page.getByText('1 archived hidden').waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await expectCount(page, /^3 questions found$/u);
    expect(await page.getByText('archived hidden').count()).toBe(0);
  });

  it('explains what to do about a search that has only common words', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/questions?q=what+is+the');
    await page.getByRole('heading', { name: 'These words are too common to search for' }).waitFor();
    expect(await page.getByText('`q`').count()).toBe(0);
    await page.goto('/questions?q=-river');
    await page.getByRole('heading', { name: 'The search only excludes words' }).waitFor();
  });
});
