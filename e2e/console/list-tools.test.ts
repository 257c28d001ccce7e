import { describe, expect, it } from 'vitest';
import { ask, createTagged } from './bank.ts';
import { findAxeViolations, startBrowser } from './browser.ts';
import { dialog, openList, row } from './rows.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();

describe('S3 columns', () => {
  it('can be chosen by keyboard, remain in the URL, and disappear after a reset', async () => {
    const { tag } = await createTagged(2);
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}`);
    const heads = () => page.locator('thead th').allInnerTexts();
    expect(await heads()).toEqual(['Question', 'Answer', 'Category', 'Topic', 'Level', 'Status', 'Updated']);
    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Answer' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('input[type=checkbox]'));
    await page.keyboard.press('Space');
    await page.getByRole('columnheader', { name: 'Answer' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Tags' }).check();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await row(page, 0).getByText(tag, { exact: true }).waitFor();
    const chosen = ['Question', 'Category', 'Topic', 'Level', 'Status', 'Tags', 'Updated'];
    expect(await heads()).toEqual(chosen);
    expect(new URL(page.url()).searchParams.getAll('cols')).toEqual([
      ...['category', 'topic_focus', 'difficulty', 'status', 'tags', 'updated_at'],
    ]);
    await page.reload();
    await row(page, 0).getByText(tag, { exact: true }).waitFor();
    expect(await heads()).toEqual(chosen);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await page.getByRole('columnheader', { name: 'Answer' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?tag=${tag}`);
  });
});

describe('S3 the actions of a row', () => {
  it('appear on hover and on focus: edit, history, duplicate, and three ways to copy', async () => {
    const { tag, questions } = await createTagged(3);
    const page = await stage.signIn('editor');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await openList(page, `tag=${tag}&sort=created_at`);
    const [, second] = questions;
    expect(await page.getByRole('button', { name: /^More actions/u }).count()).toBe(0);
    await row(page, 1).hover();
    await row(page, 1)
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name: 'Copy id' }).click();
    await expect.poll(clipboard).toBe(second?.id);
    await row(page, 1)
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect.poll(clipboard).toBe(`${sharedPlace().origin}/questions/${second?.id}`);

    await row(page, 1).focus(); // from here on, by keyboard
    await row(page, 1).getByRole('button', { name: /^Edit/u }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    for (const action of ['Edit', 'History', 'More actions']) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(`${action}: ${second?.question_text}`);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy as curl' }).waitFor();
    const item = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText);
    while ((await item()) !== 'Copy as curl') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(clipboard)
      .toBe(`curl ${sharedPlace().origin}/questions/${second?.id} -H "Authorization: Bearer $QUAESTOR_TOKEN"`);
    await row(page, 1).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('tab', { name: 'History', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await row(page, 1).hover();
    await row(page, 1)
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await dialog(page).getByRole('heading', { name: 'New question' }).waitFor();
    const text = dialog(page).getByLabel('Question', { exact: true });
    expect(await text.inputValue()).toBe(second?.question_text);
    await text.fill(`Which is the copy of ${tag}?`);
    await page.keyboard.press('Control+s');
    await page.getByText('Question created.').waitFor();
    const { data } = await ask<{ data: { question_text: string; correct_answer: string }[] }>(
      `/questions?tag=${tag}&status=draft`,
    );
    expect(data).toMatchObject([{ question_text: `Which is the copy of ${tag}?`, correct_answer: '2' }]);
  });

  it('cannot change anything for a viewer', async () => {
    const { tag } = await createTagged(1);
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}`);
    await row(page, 0).hover();
    await row(page, 0)
      .getByRole('button', { name: /^More actions/u })
      .click();
    await page.getByRole('menuitem', { name: 'Copy id' }).waitFor();
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['Copy id', 'Copy link', 'Copy as curl']);
    expect(await row(page, 0).getByRole('button', { name: /^Edit/u }).count()).toBe(0);
  });
});

describe('S3 Go to…', () => {
  it('accepts a percentage, a date, an id or words, and returns to the start', async () => {
    const { tag, questions } = await createTagged(250, { status: 'archived' }); // other tests count the rest
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}&status=archived&sort=created_at`);
    const goTo = async (where: string, meaning: RegExp) => {
      await page.getByRole('button', { name: 'Go to…' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
      await page.keyboard.type(where);
      await dialog(page).getByText(meaning).waitFor();
      await page.keyboard.press('Enter');
    };
    await goTo('80%', /^Goes to row 201 of 250\.$/u);
    await page.waitForURL(/at=200/u);
    await row(page, 0)
      .getByText(questions[200]?.question_text ?? '')
      .waitFor();
    await expect.poll(() => row(page, 0).getAttribute('aria-rowindex')).toBe('202');
    await page.getByText('from row 201').waitFor();
    await page.reload();
    await row(page, 0)
      .getByText(questions[200]?.question_text ?? '')
      .waitFor();
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await row(page, 0)
      .getByText(questions[0]?.question_text ?? '')
      .waitFor();

    await goTo('2100-01-01', /^Shows questions created since 1 Jan 2100, oldest first\.$/u);
    await page.getByRole('heading', { name: /^No question matches/u }).waitFor();
    await page.getByRole('button', { name: 'Back to the start' }).click();
    await row(page, 0).waitFor();
    await goTo('2020-01-01', /since 1 Jan 2020/u);
    await page.waitForURL(/created_after=/u);
    await row(page, 0)
      .getByText(questions[0]?.question_text ?? '')
      .waitFor();

    await goTo(questions[7]?.id ?? '', /^Opens the question with this id\.$/u);
    await page.waitForURL(new RegExp(`/questions/${questions[7]?.id}`, 'u'));
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await goTo('nowhere else', /^Searches for “nowhere else”\.$/u);
    await page.waitForURL(/q=nowhere/u);
  });
});

describe('the bell in the header', () => {
  it('counts running jobs, shows their progress, and links to them', { tags: ['release'] }, async () => {
    const page = await stage.openQuestions('editor');
    const topic = `Bell${Date.now()}`;
    const id = await page.evaluate(async (name) => {
      const rows = Array.from({ length: 60_000 }, (_, index) => `What is ${name} ${index}?,A,Science,1,${name}`);
      const body = `question_text,correct_answer,category,difficulty,topic_focus\n${rows.join('\n')}\n`;
      const reply = await fetch(`/imports?filename=${name}.csv`, { method: 'POST', body: new Blob([body]) });
      return ((await reply.json()) as { id: string }).id;
    }, topic);
    await page.goto('/questions');
    await page.getByRole('button', { name: '1 job is running' }).focus();
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: `Import ${topic}.csv` });
    await link.waitFor();
    await page.getByRole('progressbar', { name: `Import ${topic}.csv` }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByText('The import was canceled').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/imports/${id}`);
    await page.getByRole('button', { name: 'Jobs', exact: true }).click();
    await page.getByText('Nothing is running.').waitFor();
    await expect
      .poll(async () => (await ask<{ pagination: object }>(`/questions?topic_focus=${topic}&limit=1`)).pagination)
      .toMatchObject({ total: 0 });
  });

  it('I is translated into German, as are columns and Go to', { tags: ['release'] }, async () => {
    const page = await stage.signIn('viewer');
    await page.addInitScript(() => localStorage.setItem('quaestor.language', 'de'));
    await page.goto('/questions');
    await page.getByRole('button', { name: 'Aufträge' }).click();
    await page.getByText('Gerade läuft nichts.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Spalten' }).click();
    await page.getByText('Wählen Sie die Spalten der Tabelle.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Gehe zu …' }).click();
    await dialog(page).getByLabel('ID, Datum, Prozent oder Text').fill('50%');
    await expect
      .poll(() => dialog(page).getByRole('status').innerText())
      .toMatch(/^Geht zu Zeile [\d.]+ von [\d.]+\.$/u);
  });
});
