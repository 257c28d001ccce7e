import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged, readTagged } from './bank.ts';
import { createQuestion, expectCount, startBrowser } from './browser.ts';
import { dialog, openList, row } from './rows.ts';

const stage = startBrowser();
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

async function pick(page: Page, ...indexes: number[]): Promise<void> {
  for (const index of indexes) await row(page, index).getByRole('checkbox').check();
  await bar(page).waitFor();
}

/** Chooses a value in the selection bar, and confirms. */
async function setField(page: Page, field: string, value: string): Promise<void> {
  await bar(page).getByRole('button', { name: field, exact: true }).click();
  await page.getByRole('menuitem', { name: value }).click();
  await dialog(page)
    .getByRole('button', { name: /^Change / })
    .click();
}

describe('S3b the selection', () => {
  it('C4 changes all questions that match and no others, and Undo restores them and keeps the filter', async () => {
    const { tag, questions } = await createTagged(7);
    const outside = await createQuestion({ category: 'Science' });
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&category=Science`);
    await expectCount(page, /^7 questions found$/u);
    await pick(page, 0);
    await bar(page).getByRole('button', { name: 'Select all 7 matching' }).click();
    await bar(page).getByText('All 7 matching selected').waitFor();
    await expect.poll(() => page.locator('tbody tr[data-picked]').count()).toBe(7);
    await setField(page, 'Category', 'Literature');
    await page.getByText('7 questions changed.').waitFor();
    expect((await readTagged(tag)).map(({ category }) => category)).toEqual(questions.map(() => 'Literature'));
    expect(await ask(`/questions/${outside.id}`)).toMatchObject({ category: 'Science', version: 1 });
    expect(page.url()).toContain(`?tag=${tag}&category=Science`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change to 7 questions was undone.').waitFor();
    expect(await page.getByText('7 questions changed.').count()).toBe(0); // one toast at a time
    expect((await readTagged(tag)).map(({ category }) => category)).toEqual(questions.map(() => 'Science'));
    await row(page, 6).waitFor();
    expect(page.url()).toContain(`?tag=${tag}&category=Science`);
  });

  it('C4 does not change rows that were deselected from all', async () => {
    const { tag } = await createTagged(4);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&sort=created_at`);
    await pick(page, 0);
    await bar(page).getByRole('button', { name: 'Select all 4 matching' }).click();
    await row(page, 2).getByRole('checkbox').uncheck();
    await bar(page).getByText('3 selected').waitFor();
    await setField(page, 'Level', 'Advanced');
    await page.getByText('3 questions changed.').waitFor();
    expect((await readTagged(tag)).map(({ difficulty }) => difficulty)).toEqual([2, 2, 1, 2]);
  });

  it('C4 changes more than 1,000 questions only after the number is typed, shows progress, and can be undone', async () => {
    const { tag } = await createTagged(1001, { status: 'archived' });
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&status=archived`);
    await pick(page, 0);
    await bar(page).getByRole('button', { name: 'Select all 1,001 matching' }).click();
    await bar(page).getByRole('button', { name: 'Level', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Basic' }).click();
    const change = dialog(page).getByRole('button', { name: 'Change 1,001 questions' });
    await change.waitFor();
    expect(await change.isDisabled()).toBe(true);
    await dialog(page).locator('input:focus').waitFor();
    await page.keyboard.type('1000');
    expect(await change.isDisabled()).toBe(true);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar', { name: 'Changing questions' }).waitFor();
    await page.getByText('1,001 questions changed.').waitFor();
    expect((await readTagged(tag)).every(({ difficulty }) => difficulty === 0)).toBe(true);
    await page.keyboard.press('Control+z');
    await page.getByText('The change to 1,001 questions was undone.').waitFor();
    expect((await readTagged(tag)).every(({ difficulty }) => difficulty === 1)).toBe(true);
    await page.goto('/activity?what=revert');
    await page.getByRole('button', { name: 'Revert 1,001', exact: true }).first().click();
    const revert = dialog(page).getByRole('button', { name: 'Revert 1,001 questions' });
    await dialog(page).getByLabel('Type 1,001 to confirm').waitFor();
    expect(await revert.isDisabled()).toBe(true);
  });

  it('says that the list has changed, and changes nothing', async () => {
    const { tag } = await createTagged(3);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}`);
    await pick(page, 0);
    await bar(page).getByRole('button', { name: 'Select all 3 matching' }).click();
    await createQuestion({ tags: [tag] });
    await setField(page, 'Level', 'Basic');
    await dialog(page).getByText('The list has changed since you made the selection').waitFor();
    expect((await readTagged(tag)).map(({ difficulty }) => difficulty)).toEqual([1, 1, 1, 1]);
  });

  it('names questions that an undo skipped because they had changed since', async () => {
    const { tag, questions } = await createTagged(2);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}`);
    await pick(page, 0, 1);
    await setField(page, 'Level', 'Basic');
    await page.getByText('2 questions changed.').waitFor();
    await ask(`/questions/${questions[0]?.id}`, 'PATCH', { difficulty: 2 });
    await page.getByRole('button', { name: 'Undo' }).click();
    const left = page.getByRole('dialog', { name: '1 question was skipped' });
    await left.getByText('has been changed since.').waitFor();
    expect((await readTagged(tag)).map(({ difficulty }) => difficulty)).toEqual([2, 1]);
    await left.getByRole('link').click();
    await page.waitForURL(`**/questions/${questions[0]?.id}*`);
  });

  it('sets topic and status, adds and removes a tag, and deletes', async () => {
    const { tag, questions } = await createTagged(2);
    const page = await stage.signIn('editor');
    const changeBy = async (button: string, value: string | undefined, action: string) => {
      await openList(page, `tag=${tag}`);
      await pick(page, 0, 1);
      await bar(page).getByRole('button', { name: button, exact: true }).click();
      if (value !== undefined) await dialog(page).getByRole('combobox').fill(value);
      await dialog(page).getByRole('button', { name: action, exact: true }).click();
      await dialog(page)
        .getByRole('button', { name: /2 questions$/u })
        .click();
      await page.getByText('2 questions changed.').waitFor();
    };
    await changeBy('Topic', 'Colours', 'Set topic');
    await changeBy('Tag', 'seen', 'Add tag');
    expect(await readTagged(tag)).toMatchObject([
      { topic_focus: 'Colours', tags: [tag, 'seen'] },
      { topic_focus: 'Colours', tags: [tag, 'seen'] },
    ]);
    await changeBy('Tag', 'seen', 'Remove tag');
    await changeBy('Topic', undefined, 'Remove topic');
    expect(await readTagged(tag)).toMatchObject([
      { topic_focus: null, tags: [tag] },
      { topic_focus: null, tags: [tag] },
    ]);
    await openList(page, `tag=${tag}`);
    await pick(page, 0, 1);
    await setField(page, 'Status', 'Draft');
    await page.getByText('2 questions changed.').waitFor();
    await openList(page, `tag=${tag}`);
    await pick(page, 0, 1);
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete 2 questions' }).click();
    await page.getByRole('heading', { name: 'No question matches this filter' }).waitFor();
    expect(await readTagged(tag)).toEqual([]);
    await page.keyboard.press('Control+z');
    await row(page, 1).waitFor();
    expect((await readTagged(tag)).map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
  });

  it('A2 selects three rows, sets a category and undoes it by keyboard only', async () => {
    const { tag } = await createTagged(4);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&sort=created_at`);
    await row(page, 0).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('3 selected').waitFor();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText);
    for (let stop = 0; stop < 5 && (await focused()) !== 'Category'; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    while ((await focused()) !== 'Mathematics') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Change 3 questions' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Change 3 questions');
    await page.keyboard.press('Enter');
    await page.getByText('3 questions changed.').waitFor();
    const categories = async () => (await readTagged(tag)).map(({ category }) => category);
    expect(await categories()).toEqual(['Mathematics', 'Mathematics', 'Mathematics', 'Science']);
    await page.keyboard.press('Control+z');
    await page.getByText('The change to 3 questions was undone.').waitFor();
    expect(await categories()).toEqual(['Science', 'Science', 'Science', 'Science']);
    await row(page, 0).focus();
    await page.keyboard.press('a');
    await bar(page).getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
  });

  it('A7 ignores letters in the list once they are off, while Space still selects', async () => {
    const { tag } = await createTagged(2);
    const page = await stage.signIn('viewer');
    await page.addInitScript(() => localStorage.setItem('quaestor.appearance', JSON.stringify({ shortcuts: false })));
    await openList(page, `tag=${tag}`);
    await row(page, 0).focus();
    for (const key of ['a', 'x', 'j', 'e']) await page.keyboard.press(key);
    await page.keyboard.press('Space');
    await bar(page).getByText('1 selected').waitFor();
    await expect.poll(() => row(page, 0).getByRole('checkbox').isChecked()).toBe(true);
    expect(await dialog(page).count()).toBe(0);
  });

  it('B2 survives opening a question and going Back, but not another filter', async () => {
    const { tag } = await createTagged(3);
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}`);
    await pick(page, 0, 2);
    await row(page, 1).getByRole('link').click();
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await bar(page).getByText('2 selected').waitFor();
    await expect.poll(() => page.locator('tbody tr[data-picked]').count()).toBe(2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.goBack();
    await bar(page).getByText('2 selected').waitFor();
  });
});
