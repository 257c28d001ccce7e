/** @module-tag release */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, createTagged } from './bank.ts';
import { createQuestion, findAxeViolations, startBrowser } from './browser.ts';
import { dialog, openList, row } from './rows.ts';

const stage = startBrowser();

/** Overlays and states that replace a page. Their own tests also cover how people reach them. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  'the columns of the list': async (page) => {
    const { tag } = await createTagged(2);
    await openList(page, `tag=${tag}`);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
  },
  'the actions of a row': async (page) => {
    const { tag } = await createTagged(2);
    await openList(page, `tag=${tag}`);
    await row(page, 1).hover();
    await row(page, 1)
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name: 'Copy id' }).waitFor();
  },
  'a list without rows': async (page) => {
    await page.goto('/questions?q=xylophone&tag=nowhere&category=Science');
    await page.getByRole('heading', { name: 'No question matches these 3 filters' }).waitFor();
  },
  'a lost connection': async (page) => {
    await openList(page, 'category=Geography');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
  },
  'the choices of a cell': async (page) => {
    const { tag } = await createTagged(2);
    await openList(page, `tag=${tag}`);
    await row(page, 1).locator('[data-cell=status]').dblclick();
    await page.getByRole('option', { name: 'Archived' }).waitFor();
  },
  'a view that was saved, changed and given another name': async (page) => {
    const { tag } = await createTagged(2);
    await openList(page, `tag=${tag}&sort=category`);
    await page.getByRole('button', { name: 'Views' }).click();
    await dialog(page).getByLabel('Save this list as').fill(`Needs work ${tag}`);
    await dialog(page).getByRole('button', { name: 'Save view' }).click();
    await page.waitForURL(/view=/u);
    await page.goto(`/questions?tag=${tag}&difficulty=2&view=${new URL(page.url()).searchParams.get('view')}`);
    await page.getByRole('button', { name: `Needs work ${tag} edited` }).click();
    await dialog(page).getByLabel('Name of the view').fill(`Renamed ${tag}`);
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await dialog(page)
      .getByRole('button', { name: `Renamed ${tag}` })
      .first()
      .waitFor();
  },
  'the quality of a question that is like another': async (page) => {
    const { tag } = await createTagged(1, { question_text: 'Which bay of Ruritania is the deepest?' });
    const { id } = await createQuestion({ question_text: 'WHICH LAKE OF RURITANIA IS THE COLDEST??', tags: [tag] });
    await page.goto(`/questions/${id}`);
    await page.getByRole('tab', { name: 'Quality' }).click();
    await page.getByRole('button', { name: 'Check this question' }).click();
    await page.getByText('Checked on ').waitFor();
    await page.getByLabel('Question', { exact: true }).fill('Which deepest bay of Ruritania is there?');
    await page.getByLabel('Right answer').fill('1');
    await page.getByText('A similar question exists').waitFor();
  },
  'a comment that was resolved': async (page) => {
    const { id } = await createQuestion();
    await page.goto(`/questions/${id}`);
    await page.getByRole('tab', { name: 'Comments' }).click();
    await page.getByLabel('Write a comment').fill('Is this right?');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('Resolved').waitFor();
  },
  'the questions that an undo skipped': async (page) => {
    const { tag, questions } = await createTagged(2);
    await openList(page, `tag=${tag}`);
    for (const index of [0, 1]) await row(page, index).getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Level', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Basic' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Change / })
      .click();
    await page.getByText('2 questions changed.').waitFor();
    await ask(`/questions/${questions[0]?.id}`, 'PATCH', { difficulty: 2 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog', { name: '1 question was skipped' }).getByText('has been changed since.').waitFor();
  },
  'a question that somebody else changed': async (page) => {
    const { id } = await createQuestion({ question_text: 'Whose text?' });
    await page.goto(`/questions/${id}`);
    await page.getByLabel('Question', { exact: true }).fill('My text?');
    await page.getByText('Not saved').waitFor();
    await ask(`/questions/${id}`, 'PATCH', { question_text: 'Their text?' });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Somebody else changed this question' }).waitFor();
  },
};

it.each(Object.keys(STATES))('A1 axe finds nothing in %s', async (state) => {
  const page = await stage.signIn('administrator');
  await STATES[state]?.(page);
  expect(await findAxeViolations(page)).toEqual([]);
});
