import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged } from './bank.ts';
import { expectCount, findAxeViolations, startBrowser } from './browser.ts';
import { openList, row } from './rows.ts';
import { analyse } from './runs.ts';

const stage = startBrowser();

interface Person {
  id: string;
  name: string;
}

/** A name that no other person of the shared bank has. */
const newName = (first: string) => `${first} ${crypto.randomUUID().slice(0, 8)}`;

async function idOf(name: string): Promise<string> {
  const { data } = await ask<{ data: Person[] }>('/people?limit=1000');
  return data.find((person) => person.name === name)?.id ?? '';
}

const assign = (person: string, question_id: string) =>
  ask('/assignments', 'POST', { analysis_type: 'question', question_id, person });
const comment = (question: string, text: string, mentions: string[] = []) =>
  ask(`/questions/${question}/comments`, 'POST', { text, mentions });

async function chooseFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

describe('S3 the work of people', () => {
  it('is listed by the assignee, who is chosen by name', async () => {
    const { tag, questions } = await createTagged(3);
    const name = newName('Zoe');
    const page = await stage.signIn('editor', { name });
    await assign(await idOf(name), questions[1]?.id ?? '');
    await openList(page, `tag=${tag}`);
    await chooseFilter(page, 'Assigned to');
    await page.getByRole('radio', { name: 'you', exact: true }).check();
    await page.waitForURL(/assignee=me/u);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Assigned to you' }).waitFor();
    await expectCount(page, /^1 question found$/u);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);

    const other = await stage.signIn('viewer');
    await other.goto(`/questions?tag=${tag}&assignee=${await idOf(name)}`);
    await other.getByRole('button', { name: `Assigned to ${name}` }).waitFor();
    await expectCount(other, /^1 question found$/u);
    await other.getByRole('button', { name: 'Remove the filter Assigned to' }).click();
    await expectCount(other, /^3 questions found$/u);
  });

  it('is shown on the home page, and ends when it is done', async () => {
    const { questions } = await createTagged(2);
    const name = newName('Yara');
    const page = await stage.signIn('analyst', { name });
    for (const { id } of questions) await assign(await idOf(name), id);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Assigned to you' }).waitFor();
    await page.getByRole('link', { name: '2 questions', exact: true }).click();
    await page.waitForURL(/\/questions\?assignee=me$/u);
    await row(page, 1).waitFor();
    await page.goto(`/questions/${questions[0]?.id}?assignee=me`);
    await page.getByRole('button', { name: 'Done: Question, you' }).click();
    await page.getByRole('button', { name: 'Done: Question, you' }).waitFor({ state: 'detached' });
    await expectCount(page, /^1 question found$/u);
  });

  it('is assigned from selected questions in one step, with a report of what was assigned before', async () => {
    const { tag, questions } = await createTagged(3);
    const [one, other] = [newName('Una'), newName('Vera')];
    const page = await stage.signIn('editor', { name: one });
    await stage.signIn('editor', { name: other });
    await assign(await idOf(one), questions[0]?.id ?? '');
    await assign(await idOf(other), questions[1]?.id ?? '');
    await openList(page, `tag=${tag}`);
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('menuitem', { name: `${one} (you)` }).click();
    await page.getByText(`1 was assigned to ${one}. 1 was already. 1 stays with somebody else.`).waitFor();
    await page.goto(`/questions?tag=${tag}&assignee=me`);
    await expectCount(page, /^2 questions found$/u);
  });

  it('is assigned from selected rows of an analysis', async () => {
    const { tag } = await createTagged(2, { question_text: `What do they call ${newName('it')}?`.toUpperCase() });
    const run = await analyse('item_flaws', { tag });
    const name = newName('Wanda');
    const page = await stage.signIn('editor', { name });
    await page.goto(`/analyses/${run.id}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('menuitem', { name: `${name} (you)` }).click();
    await page.getByText(`2 were assigned to ${name}.`).waitFor();
    await expect.poll(() => page.getByRole('button', { name: `Assigned to ${name}` }).count()).toBe(2);
  });
});

describe('what an analysis has found', () => {
  it('is a filter of the list, by the newest result for the whole bank', async () => {
    const { tag } = await createTagged(1, { question_text: `What do they say in ${newName('town')}?`.toUpperCase() });
    await createTagged(1, { tags: [tag] });
    await analyse('item_flaws');
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}`);
    await chooseFilter(page, 'Found by');
    await page.getByRole('radio', { name: 'Flaws' }).check();
    await page.waitForURL(/analysis_id=/u);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Found by Flaws, /u }).waitFor();
    await expectCount(page, /^1 question found$/u);
  });
});

describe('comments', () => {
  it('that are open are a filter of the list', async () => {
    const { tag, questions } = await createTagged(2);
    await comment(questions[1]?.id ?? '', 'Is there a source?');
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}`);
    await chooseFilter(page, 'With open comments');
    await page.waitForURL(/has_open_comments=true/u);
    await expectCount(page, /^1 question found$/u);
    await page.getByRole('button', { name: 'Remove the filter With open comments' }).click();
    await expectCount(page, /^2 questions found$/u);
  });

  it('of all questions have a page, where they are resolved, with links to the questions', async () => {
    const { questions } = await createTagged(1);
    const { id = '', question_text: text = '' } = questions[0] ?? {};
    const said = newName('Is it so,');
    await comment(id, said);
    const page = await stage.signIn('editor');
    await page.goto('/comments');
    const item = page.getByRole('listitem').filter({ hasText: said });
    await item.getByRole('link', { name: `Open the comments on “${text}”` }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await item.getByRole('button', { name: 'Resolve' }).click();
    await item.waitFor({ state: 'detached' });
    await page.getByLabel('Comments to show').selectOption('All');
    await item.getByText('Resolved').waitFor();
    await item.getByRole('link').click();
    await page.getByRole('dialog').getByRole('tab', { name: 'Comments', selected: true }).waitFor();
    await page.getByRole('dialog').getByText(said).waitFor();
  });

  it('offer people after @, and the mentioned person sees them on the home page', async () => {
    const { questions } = await createTagged(1);
    const id = questions[0]?.id ?? '';
    const [name, said] = [newName('Xenia'), newName('could you look,')];
    const reader = await stage.signIn('viewer', { name });
    const page = await stage.signIn('editor');
    await page.goto(`/questions/${id}?tab=comments`);
    const field = page.getByLabel('Write a comment');
    await field.focus();
    await page.keyboard.type('@');
    await page.getByRole('listbox', { name: 'People to mention' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.type(name.slice(0, 9));
    await page.getByRole('option', { name, selected: true }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe(`@${name} `);
    await page.keyboard.type(said);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('article').locator('b').getByText(`@${name}`).waitFor();
    const { data } = await ask<{ data: { mentions: string[] }[] }>(`/questions/${id}/comments`);
    expect(data).toMatchObject([{ text: `@${name} ${said}`, mentions: [await idOf(name)] }]);

    await reader.goto('/');
    await reader.getByRole('heading', { name: 'Comments that mention you' }).waitFor();
    await reader.getByRole('link', { name: said }).click();
    await reader.getByRole('dialog').getByText(said).waitFor();
    await reader.goto('/comments?show=mine');
    await reader.getByText(said).waitFor();
    expect(await reader.getByRole('article').count()).toBe(1);
  });
});
