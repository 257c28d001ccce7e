import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged, readTagged } from './bank.ts';
import { createQuestion, expectCount, startBrowser } from './browser.ts';
import { dialog, openList, row } from './rows.ts';

const stage = startBrowser();

describe('S3 cells', () => {
  const cell = (page: Page, field: string, index = 0) => row(page, index).locator(`[data-cell=${field}]`);

  it('C1 can be edited in place, survive a reload, and can be undone with Ctrl Z, with both changes in the history', async () => {
    const { tag, questions } = await createTagged(2);
    const [id] = questions.map((question) => question.id);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&sort=created_at`);
    await cell(page, 'difficulty').dblclick();
    await page.getByRole('option', { name: 'Advanced' }).click();
    await cell(page, 'difficulty').getByText('Saved').waitFor();
    await page.reload();
    await cell(page, 'difficulty').getByText('Advanced').waitFor();
    await cell(page, 'category').dblclick();
    await page.getByRole('option', { name: 'Geography' }).click();
    await cell(page, 'category').getByText('Saved').waitFor();
    expect(await ask(`/questions/${id}`)).toMatchObject({ difficulty: 2, category: 'Geography', version: 3 });
    await page.keyboard.press('Control+z');
    await page.getByText('The change to 1 question was undone.').waitFor();
    await cell(page, 'category').getByText('Science').waitFor();
    expect(await ask(`/questions/${id}`)).toMatchObject({ difficulty: 2, category: 'Science', version: 4 });
    await row(page, 0).getByRole('link').click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('article').nth(3).waitFor();
    await expect.poll(() => page.getByRole('article').nth(0).locator('ins').innerText()).toBe('Science');
    await expect.poll(() => page.getByRole('article').nth(1).locator('ins').innerText()).toBe('Geography');
  });

  it('A2 can be reached and edited by keyboard, and Escape leaves them as they were', async () => {
    const { tag } = await createTagged(2);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&sort=created_at`);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['cell']);
    await row(page, 0).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('category');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await cell(page, 'topic_focus', 1).getByRole('combobox').fill('Numbers');
    await cell(page, 'topic_focus', 1).getByRole('combobox').press('Enter');
    await cell(page, 'topic_focus', 1).getByText('Saved').waitFor();
    await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset['cell'] === 'topic_focus');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Archived' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.dataset['cell'] === 'status');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Archived' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await cell(page, 'status', 1).getByText('Saved').waitFor();
    expect(await readTagged(tag)).toMatchObject([
      { topic_focus: null, status: 'ready', version: 1 },
      { topic_focus: 'Numbers', status: 'draft', version: 3 },
    ]);
  });

  it('do not overwrite a version that somebody else saved in the meantime', async () => {
    const { tag, questions } = await createTagged(1);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}`);
    await ask(`/questions/${questions[0]?.id}`, 'PATCH', { difficulty: 0 });
    await cell(page, 'difficulty').dblclick();
    await page.getByRole('option', { name: 'Advanced' }).click();
    await dialog(page).getByText('Somebody else changed this question.').waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await cell(page, 'difficulty').getByText('Basic').waitFor();
    expect(await readTagged(tag)).toMatchObject([{ difficulty: 0 }]);
  });
});

describe('B3 a saved view', () => {
  it('shows another person the same list, and does not change until it is updated', async () => {
    const { tag } = await createTagged(2);
    const name = `Needs work ${tag}`;
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&sort=category`);
    await page.getByRole('button', { name: 'Views' }).click();
    await dialog(page).getByLabel('Save this list as').fill(name);
    await dialog(page).getByLabel('Visible to everyone').check();
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
    await page.getByText('View saved.').waitFor();
    await page.waitForURL(/view=/u);
    const other = await stage.openQuestions('viewer');
    const openView = async (called: string) => {
      await other.getByRole('button', { name: /Views|Needs work/u }).click();
      await dialog(other).getByRole('button', { name: called, exact: false }).first().click();
      await dialog(other).waitFor({ state: 'detached' });
    };
    await openView(name);
    await expectCount(other, /^2 questions found$/u);
    const filterOf = (url: string) => new URL(url).searchParams;
    expect([filterOf(other.url()).get('tag'), filterOf(other.url()).get('sort')]).toEqual([tag, 'category']);
    // Editing the list does not change the view.
    await page.getByRole('button', { name: 'Remove the filter Tags' }).click();
    await page.getByRole('button', { name: `${name} edited` }).waitFor();
    await other.goto('/questions');
    await openView(name);
    await expectCount(other, /^2 questions found$/u);
    await page.goto(`/questions?tag=${tag}&difficulty=2&view=${filterOf(page.url()).get('view')}`);
    await page.getByRole('button', { name: `${name} edited` }).click();
    await dialog(page)
      .getByRole('button', { name: `Update “${name}”` })
      .click();
    await page.getByText('View updated.').waitFor();
    await dialog(page).getByLabel('Name of the view').fill(`Renamed ${tag}`);
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await dialog(page)
      .getByRole('button', { name: `Renamed ${tag}` })
      .first()
      .waitFor();
    await other.goto('/questions');
    await openView(`Renamed ${tag}`);
    await other.getByRole('heading', { name: 'No question matches these 2 filters' }).waitFor();
    await dialog(page).getByRole('button', { name: 'Delete this view' }).click();
    await page.getByText('View deleted.').waitFor();
    expect(page.url()).not.toContain('view=');
  });
});

describe('S4 the tabs of a question', () => {
  it('shows flaws and similar questions in Quality while typing', async () => {
    const { tag, questions } = await createTagged(1, { question_text: 'Which mountain of Ruritania is the highest?' });
    const { id } = await createQuestion({ question_text: 'WHICH RIVER OF RURITANIA IS THE LONGEST??', tags: [tag] });
    const page = await stage.signIn('editor');
    await page.goto(`/questions/${id}`);
    await page.getByRole('tab', { name: 'Quality' }).click();
    await page.getByText('This question has not been checked individually yet.').waitFor();
    await page.getByRole('button', { name: 'Check this question' }).click();
    await page.getByText('Checked on ').waitFor();
    await expect.poll(() => page.getByRole('tabpanel').getByRole('listitem').first().innerText()).toMatch(/\w/u);
    await page.getByText('Not filled in: Explanation, Topic, Source.').waitFor();
    await page.getByLabel('Question', { exact: true }).fill('Which highest mountain of Ruritania is there?');
    await page.getByText('Another question gives a different answer').waitFor();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('Which mountain of Ruritania is the highest?').waitFor();
    await panel
      .getByText(/^\d+% alike$/u)
      .first()
      .waitFor();
    await expect.poll(() => panel.getByRole('link').first().getAttribute('href')).toContain(String(questions[0]?.id));
    await page.getByLabel('Right answer').fill('1');
    await page.getByText('A similar question exists').waitFor();
  });

  it('lets people write, edit, resolve and delete Comments, which others can read', async () => {
    const { id } = await createQuestion();
    const page = await stage.signIn('viewer');
    const openComments = async (of: Page) => {
      await of.goto(`/questions/${id}`);
      await of.getByRole('tab', { name: 'Comments' }).click();
    };
    await openComments(page);
    await page.getByText('No comments yet.').waitFor();
    await page.getByLabel('Write a comment').fill('Is this <b>right</b>?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByText('Is this <b>right</b>?').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Your comment').fill('It is right.');
    await page.getByRole('article').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article').getByText('It is right.').waitFor();
    const other = await stage.signIn('editor');
    await openComments(other);
    await other.getByText('by Marta Keller').waitFor();
    expect(await other.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await other.getByRole('button', { name: 'Resolve' }).click();
    await other.getByText('Resolved').waitFor();
    await openComments(page);
    await page.getByText('Resolved').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('No comments yet.').waitFor();
  });
});
