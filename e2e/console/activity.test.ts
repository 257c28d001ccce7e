import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged, readTagged } from './bank.ts';
import { createQuestion, readQuestion, startBrowser } from './browser.ts';
import { dialog } from './rows.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();

async function change(id: string, fields: object): Promise<void> {
  const reply = await fetch(`${sharedPlace().origin}/questions/${id}`, {
    method: 'PATCH',
    headers: { authorization: sharedPlace().authorization, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(fields),
  });
  expect(reply.status).toBe(200);
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Clicks the button of a change, and confirms. */
async function revert(page: Page, row: Locator, button: string, confirm: string): Promise<void> {
  await row.getByRole('button', { name: button, exact: true }).click();
  await dialog(page).getByRole('button', { name: confirm, exact: true }).click();
}

describe('S16 activity', () => {
  it('shows the changes word by word, and reverts them as a new change', async () => {
    const { id } = await createQuestion({
      question_text: `What is the centre of ${crypto.randomUUID()} called?`,
      correct_answer: 'Electron',
    });
    await change(id, { correct_answer: 'Nucleus', difficulty: 2 });
    const page = await stage.signIn('editor');
    await page.goto('/activity?what=update');
    const row = rows(page).first();
    await row.getByText('A program changed a question').waitFor();
    await row.getByText(/^“What is the centre of [\da-f-]+ called\?”: Right answer, Level$/u).waitFor();
    await row.getByRole('button', { name: 'Show what changed' }).click();
    await row.locator('del', { hasText: 'Electron' }).waitFor();
    await row.locator('ins', { hasText: 'Nucleus' }).waitFor();
    await row.locator('ins', { hasText: 'Advanced' }).waitFor();
    await revert(page, row, 'Revert', 'Revert 1 question');
    await page.getByText('1 question reverted.').waitFor();
    expect(await readQuestion(id)).toMatchObject({ correct_answer: 'Electron', difficulty: 1, version: 3 });
    await row.getByRole('link', { name: /^Reverted by/u }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'See the change' }).click();
    await page.getByText('You reverted a change to 1 question').waitFor();
    await rows(page)
      .first()
      .getByRole('link', { name: /^Revert of/u })
      .waitFor();
    expect(page.url()).toContain('change=');
    await page.evaluate(() => localStorage.setItem('quaestor.language', 'de'));
    await page.reload();
    await page.getByText('Sie haben eine Änderung an 1 Frage zurückgenommen').waitFor();
  });

  it('lists the questions that a revert would skip, and reverts them only if asked to', async () => {
    const { id } = await createQuestion({ correct_answer: 'One' });
    await change(id, { correct_answer: 'Two' });
    await change(id, { correct_answer: 'Three' });
    const page = await stage.signIn('editor');
    await page.goto('/activity?what=update');
    await rows(page).nth(1).getByRole('button', { name: 'Revert', exact: true }).click();
    await dialog(page).getByText('There is nothing to revert. 1 stays as it is:').waitFor();
    await dialog(page).getByText('1 changed since').waitFor();
    await dialog(page).getByRole('link', { name: 'A program changed a question' }).waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Revert 0 questions' }).isDisabled()).toBe(true);
    await dialog(page).getByRole('checkbox').check();
    await dialog(page).getByRole('button', { name: 'Revert 1 question' }).click();
    await page.getByText('1 question reverted.').waitFor();
    expect(await readQuestion(id)).toMatchObject({ correct_answer: 'One' });
  });

  it('says in a second line which questions, file or filter a change was about', async () => {
    const { tag, questions } = await createTagged(2);
    const work = {
      expected_count: 2,
      filter: { tag, category: 'Science' },
      set: { difficulty: 2, topic_focus: null },
      add_tags: ['checked'],
    };
    await ask('/questions/bulk', 'POST', work);
    const page = await stage.signIn('viewer');
    await page.goto('/activity');
    const line = (place: number) => rows(page).nth(place).locator('p').first().innerText();
    await expect
      .poll(() => line(0))
      .toContain(`Level: Advanced, Topic: None, Tags added: checked. Filter: Science · #${tag}`);
    expect(await line(1)).toContain(`“${questions[0]?.question_text}” and 1 more`);
  });

  it('reverts several questions only after it has asked, by keyboard too', async () => {
    await createQuestion(); // between changes of another kind, so that they are not folded into one row
    const { tag } = await createTagged(3);
    const page = await stage.signIn('editor');
    await page.goto('/activity');
    const button = rows(page).first().getByRole('button', { name: 'Revert 3', exact: true });
    await button.click();
    await dialog(page).getByRole('heading', { name: 'Revert the change to 3 questions?' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await readTagged(tag)).toHaveLength(3);
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog(page).locator('[data-autofocus]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('3 questions reverted.').waitFor();
    expect(await readTagged(tag)).toEqual([]);
  });

  it('filters by author, kind, source and time, and keeps the filters in the URL', async () => {
    await createQuestion();
    const page = await stage.signIn('editor');
    await page.goto('/activity');
    await rows(page).first().waitFor();
    await page.getByRole('combobox', { name: 'What' }).selectOption('Questions deleted');
    await page.waitForURL('**/activity?what=delete');
    await page.getByRole('combobox', { name: 'What' }).selectOption('Any change');
    await page.getByRole('combobox', { name: 'Via' }).selectOption('Console');
    await page.waitForURL('**/activity?via=console');
    await expect.poll(() => page.getByText('A program').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Who' }).selectOption('Me');
    await page.getByRole('heading', { name: 'No change matches these filters' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('A program wrote a question').first().waitFor();
    await page.getByRole('combobox', { name: 'When' }).selectOption('Last 24 hours');
    await page.waitForURL('**/activity?when=lastDay');
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'When' }).inputValue()).toBe('lastDay');
  });

  it('offers no revert to a person who may only read', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/activity');
    await rows(page).first().waitFor();
    expect(await page.getByRole('button', { name: /^Revert/u }).count()).toBe(0);
  });
});
