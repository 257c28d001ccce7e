import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createQuestion, readQuestion, searchPalette, startBrowser } from './browser.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();
const textOf = (page: Page) => page.getByLabel('Question', { exact: true });
const saved = (page: Page) => page.getByRole('status').getByText('Question saved.').last().waitFor();

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/questions/${id}`);
  await textOf(page).waitFor();
}

describe('S4 a question', () => {
  it('can be changed by keyboard, and shows the change after a reload and in its history (C1, C5)', async () => {
    const { id } = await createQuestion({
      question_text: 'What is the main city of Australia?',
      correct_answer: 'Canberra',
    });
    const page = await stage.signIn('editor');
    await open(page, id);
    await textOf(page).fill('What is the capital of Australia?');
    await page.getByText('Not saved').waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await readQuestion(id)).toMatchObject({ question_text: 'What is the capital of Australia?', version: 2 });
    await page.reload();
    await expect.poll(() => textOf(page).inputValue()).toBe('What is the capital of Australia?');
    await page.getByRole('tab', { name: 'History' }).click();
    const last = page.getByRole('article').first();
    await expect.poll(() => last.locator('del').allInnerTexts()).toEqual(['main city']);
    await expect.poll(() => last.locator('ins').allInnerTexts()).toEqual(['capital']);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await saved(page);
    expect(await readQuestion(id)).toMatchObject({ question_text: 'What is the main city of Australia?', version: 3 });
  });

  it('says in the drawer that it is offline, rejects the save, and saves later', async () => {
    const { id } = await createQuestion({ question_text: 'What is the oldest bridge of Rome?' });
    const page = await stage.signIn('editor');
    await open(page, id);
    const drawer = page.getByRole('dialog', { name: 'Edit question' });
    await page.context().setOffline(true);
    await drawer.getByText('You are offline.').waitFor();
    await textOf(page).fill('Which is the oldest bridge of Rome?');
    await page.keyboard.press('Control+s');
    await drawer.getByText('Not saved, because you are offline.').waitFor();
    await textOf(page).fill('Which is the oldest bridge in Rome?');
    await page.context().setOffline(false);
    await expect.poll(() => drawer.getByText(/offline/u).count()).toBe(0);
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await readQuestion(id)).toMatchObject({ question_text: 'Which is the oldest bridge in Rome?', version: 2 });
  });

  it('moves to the next question in the list after saving, and keeps the filter', async () => {
    const page = await stage.signIn('editor');
    await page.goto('/questions?category=Geography&sort=created_at');
    await page.locator('tr[data-index="3"]').getByRole('link').click();
    await page.getByText('4 of ').waitFor();
    const first = await textOf(page).inputValue();
    await page.keyboard.press('Control+Enter');
    await page.getByText('5 of ').waitFor();
    expect(await textOf(page).inputValue()).not.toBe(first);
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('4 of ').waitFor();
    await expect.poll(() => textOf(page).inputValue()).toBe(first);
    expect(page.url()).toContain('?category=Geography&sort=created_at');
  });

  it('C2 merges the changes of two people without losing either text', async () => {
    const { id } = await createQuestion({ question_text: 'Whose text?', correct_answer: 'Ours' });
    const [one, two] = [await stage.signIn('editor'), await stage.signIn('editor')];
    await open(one, id);
    await open(two, id);
    await textOf(one).fill('Text of the first?');
    await one.getByLabel('Right answer').fill('The first');
    await one.keyboard.press('Control+s');
    await saved(one);
    await textOf(two).fill('Text of the second?');
    await two.getByLabel('Source').fill('A book');
    await two.keyboard.press('Control+s');
    const dialog = two.getByRole('dialog', { name: 'Marta Keller changed this question' });
    await dialog.waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(2); // both changed only the text
    expect(await dialog.innerText()).toMatch(/Text of the first\?[^]*Text of the second\?/u);
    await dialog.getByRole('radio', { name: 'Theirs' }).check();
    await dialog.getByRole('button', { name: 'Save the chosen values' }).click();
    await saved(two);
    expect(await readQuestion(id)).toMatchObject({
      question_text: 'Text of the first?',
      correct_answer: 'The first',
      source: 'A book',
      version: 3,
    });
  });

  it('C3 stays on the device while it cannot be saved', async () => {
    const { id } = await createQuestion();
    const page = await stage.signIn('editor');
    await open(page, id);
    await textOf(page).fill('Written on a train?');
    await page.getByText('Draft saved on this device').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Use the draft' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('Written on a train?');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await readQuestion(id)).toMatchObject({ question_text: 'Written on a train?' });
  });

  it('keeps a draft only for its signed-in author', async () => {
    const { id } = await createQuestion();
    const page = await stage.signIn('editor');
    const keptDrafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.draft.')));
    await open(page, id);
    await textOf(page).fill('Half a secret');
    await page.getByText('Draft saved on this device').waitFor();
    expect(await keptDrafts()).toHaveLength(1);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in to Quaestor' }).waitFor();
    expect(await keptDrafts()).toEqual([]);
  });

  it('cannot be left by accident with unsaved changes', async () => {
    const { id } = await createQuestion();
    const page = await stage.signIn('editor');
    await open(page, id);
    await textOf(page).fill('Half a sentence');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('Half a sentence');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL('**/questions');
  });

  it('S6 can be created after errors are shown at their fields', async () => {
    const page = await stage.openQuestions('editor');
    await page.keyboard.press('c');
    await textOf(page).fill('How many legs has a spider?');
    await page.getByRole('button', { name: 'Create question' }).click();
    await expect.poll(() => page.getByText('Enter a value.').count()).toBe(2);
    expect(await page.getByLabel('Category').first().inputValue()).toBe('');
    await page.getByLabel('Right answer').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Right answer').fill('8');
    await page.getByRole('button', { name: 'Add a wrong option' }).click();
    await page.getByLabel('Wrong option 1', { exact: true }).fill('6');
    await page.getByLabel('Wrong option 1', { exact: true }).press('Enter');
    await page.getByLabel('Wrong option 2', { exact: true }).fill('10');
    await page.getByLabel('Category').first().click();
    await page.getByRole('option', { name: 'Science' }).click();
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/questions\/[\da-f-]{36}/u);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await readQuestion(id)).toMatchObject({
      correct_answer: '8',
      incorrect_answers: ['6', '10'],
      category: 'Science',
    });
  });

  it('can be deleted after confirmation, and restored by Undo or from its own page', async () => {
    const { id } = await createQuestion();
    const page = await stage.signIn('editor');
    const remove = async () => {
      await open(page, id);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete 1 question' }).click();
      await page.getByText('Question deleted.').waitFor();
    };
    await remove();
    expect(await readQuestion(id)).toMatchObject({ status: 404 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change to 1 question was undone.').waitFor();
    expect(await readQuestion(id)).toMatchObject({ id });
    await remove();
    await page.goto(`/questions/${id}`);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await textOf(page).waitFor();
    expect(await readQuestion(id)).toMatchObject({ id });
  });

  it('says so if it never existed', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/questions/019a8f00-0000-7000-8000-000000000001');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('This page does not exist');
  });

  it('G3 always appears as plain text', async () => {
    const text = '<img src=x onerror="document.title=\'broken\'"><b>bold</b> {{count}} $t(app.name)';
    const { id } = await createQuestion({
      question_text: text,
      correct_answer: text,
      explanation: text,
      tags: ['<i>x'],
    });
    const page = await stage.signIn('editor');
    await page.goto('/questions?q=bold');
    await page.locator('tr[data-index="0"]').waitFor();
    await expect.poll(() => page.locator('tr[data-index="0"]').innerText()).toContain('<img src=x');
    await (await searchPalette(page, 'bold')).getByText('<img src=x').first().waitFor();
    await page.keyboard.press('Escape');
    await open(page, id);
    await page.getByRole('complementary').getByText('<img src=x').first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).not.toBe('broken');
    expect(page.url()).toContain(sharedPlace().origin);
  });
});
