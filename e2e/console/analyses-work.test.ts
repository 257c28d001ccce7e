import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask as post } from './bank.ts';
import { createQuestion, readQuestion, startBrowser } from './browser.ts';
import { analyse, ask, type Run } from './runs.ts';

const stage = startBrowser();

/** Creates questions with flaws, with a tag that no other question has. */
async function flawed(count: number): Promise<{ tag: string; questions: { id: string; question_text: string }[] }> {
  const tag = `t-${crypto.randomUUID().slice(0, 8)}`;
  const questions = [];
  for (let place = 1; place <= count; place += 1) {
    const words = `${tag} ${'abcdefgh'[place]}`.toUpperCase();
    questions.push(await createQuestion({ question_text: `WHAT DO PEOPLE IN THE TOWN CALL ${words}?`, tags: [tag] }));
  }
  return { tag, questions };
}

async function rowsLeft(page: Page, count: number): Promise<void> {
  await page.locator('#rows').getByText(`${count} left`, { exact: false }).first().waitFor();
  await page.waitForFunction((rows) => document.querySelectorAll('#rows tbody tr').length === rows, count);
}

describe('S12 the work list', () => {
  it('dismisses, undoes, assigns and fixes rows in the drawer, and removes completed rows until the list is empty', async () => {
    const { tag, questions } = await flawed(3);
    const run = await analyse('item_flaws', { tag });
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${run.id}`);
    await rowsLeft(page, 3);
    const row = (place: number) => page.getByRole('row').filter({ hasText: questions[place]?.question_text ?? '' });

    await row(0).getByRole('button', { name: 'It is fine' }).click();
    await rowsLeft(page, 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowsLeft(page, 3);
    await row(0).getByRole('button', { name: 'It is fine' }).click();
    await rowsLeft(page, 2);
    const dismissed = await ask<{ data: { about: string[] }[] }>(`/dismissals?question_id=${questions[0]?.id}`);
    expect(dismissed.data.map(({ about }) => about)).toEqual([['shouting']]);

    await row(1).getByRole('button', { name: 'Assign to' }).click();
    await page.getByRole('menuitemradio', { name: 'Marta Keller (you)' }).click();
    await row(1).getByRole('button', { name: 'Assigned to Marta Keller' }).waitFor();
    const assigned = await ask<{ data: { person_name: string }[] }>(`/assignments?question_id=${questions[1]?.id}`);
    expect(assigned.data.map(({ person_name: name }) => name)).toEqual(['Marta Keller']);

    await row(1).getByRole('link', { name: /^Edit/u }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit question' });
    await drawer.getByText('1 of 2').waitFor();
    await drawer.getByLabel('Question', { exact: true }).fill(`What do people call ${tag} b?`);
    await drawer.getByRole('button', { name: /^Save and next/u }).click();
    await page.waitForURL(new RegExp(questions[2]?.id ?? '', 'u'));
    await drawer.getByLabel('Question', { exact: true }).fill(`What do people call ${tag} c?`);
    await drawer.getByText('Not saved').waitFor();
    await page.keyboard.press('Control+s');
    await drawer.getByText('Not saved').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('All rows are done').waitFor();
    await page.reload();
    await page.getByText('All rows are done').waitFor();
    await page.getByRole('button', { name: 'Show completed rows' }).click();
    await expect
      .poll(() => page.locator('#rows tbody tr').allInnerTexts())
      .toEqual([
        ...[expect.stringContaining('Fine as it is'), expect.stringContaining('Changed since')],
        expect.stringContaining('Changed since'),
      ]);

    const again = await analyse('item_flaws', { tag }); // S13
    await page.goto(`/analyses/compare?a=${again.id}`);
    await page.getByRole('heading', { name: '3 rows are gone' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /PEOPLE IN THE TOWN/u }).count()).toBe(3);
  });

  it('applies suggestions of an analysis to one or several rows, and undoes them', async () => {
    const run = await analyse('topics');
    type Rows = { data: { question_id: string; question_text: string; declared: string; suggested: string }[] };
    const { data } = await ask<Rows>(`/analysis/${run.id}/items`);
    const [first] = data;
    if (first === undefined) throw new Error('The demo bank has misfiled questions.');
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${run.id}`);
    await rowsLeft(page, data.length);
    const row = page.getByRole('row').filter({ hasText: first.question_text });
    await row.getByRole('button', { name: 'Move' }).click();
    await rowsLeft(page, data.length - 1);
    expect((await readQuestion(first.question_id))['category']).toBe(first.suggested);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowsLeft(page, data.length);
    expect((await readQuestion(first.question_id))['category']).toBe(first.declared);
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByRole('button', { name: /^Mark \d+ as fine$/u }).click();
    await page.getByText('All rows are done').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await rowsLeft(page, data.length);
  });

  it('shows the rows to a viewer, who cannot change them', async () => {
    const { tag } = await flawed(1);
    const run = await analyse('item_flaws', { tag });
    const page = await stage.signIn('viewer');
    await page.goto(`/analyses/${run.id}`);
    await rowsLeft(page, 1);
    expect(await page.getByRole('button', { name: 'It is fine' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
  });
});

describe('S12 pairs', () => {
  it('can be decided by keyboard, one after the other, each with undo', async () => {
    const tag = `t-${crypto.randomUUID().slice(0, 8)}`;
    const make = (town: string, answer: string, more: object = {}) =>
      createQuestion({
        question_text: `Which river flows through ${tag} ${town}?`,
        correct_answer: answer,
        tags: [tag],
        ...more,
      });
    const conflict = [await make('Upper', 'Rhine'), await make('Upper', 'Danube', { difficulty: 2 })];
    const exact = [await make('Lower', 'Elbe'), await make('Lower', 'Elbe', { explanation: 'It does.' })];
    const other = [await make('Middle', 'Oder'), await make('Middle', 'Oder')];
    const run = await analyse('duplicates', { tag });
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${run.id}`);
    await page.getByRole('link', { name: 'Review 3 pairs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Same question, different answers' }).waitFor();
    await expect.poll(() => page.locator('mark').allInnerTexts()).toEqual(['Rhine', 'Danube']);
    await page.getByRole('radio', { name: 'Right: Advanced' }).waitFor();
    await page.keyboard.press('2');
    await page.getByText('1 decided, 2 left').waitFor();
    expect(await readQuestion(conflict[0]?.id ?? '')).toMatchObject({ merged_into: conflict[1]?.id });
    await page.getByRole('heading', { level: 1, name: 'The same question twice' }).waitFor();
    await page.getByRole('radio', { name: 'Right: It does.' }).waitFor();
    await page.keyboard.press('m'); // fills the fields that the left question lacks from the right one
    await page.getByText('2 decided, 1 left').waitFor();
    expect(await readQuestion(exact[0]?.id ?? '')).toMatchObject({ explanation: 'It does.', version: 2 });
    await page.getByRole('list').getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('1 decided, 2 left').waitFor();
    expect(await readQuestion(conflict[0]?.id ?? '')).toMatchObject({ correct_answer: 'Rhine' });
    await page.getByRole('button', { name: /Middle/u }).click();
    await page.keyboard.press('n');
    await page.getByText('2 decided, 1 left').waitFor();
    const { data } = await ask<{ data: unknown[] }>(`/duplicates/dismissals?question_id=${other[0]?.id}`);
    expect(data).toHaveLength(1);
    await page
      .getByRole('link', { name: `Edit ${conflict[0]?.question_text}` })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Edit question' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    await page.getByText('All pairs are decided.').waitFor();
    await page.reload();
    await page.getByText('No pairs are left here.').waitFor();
  });

  it('counts all pairs, loads more on the way, and keeps the current pair visible in the list', async () => {
    const tag = `t-${crypto.randomUUID().slice(0, 8)}`;
    const word = () =>
      crypto
        .randomUUID()
        .replaceAll(/[\d-]/gu, (sign) => 'ghijklmnop'[Number(sign)] ?? '')
        .slice(0, 10);
    const words = (count: number) => Array.from({ length: count }, word).join(' ');
    const drafts = Array.from({ length: 130 }, () => {
      const fields = { category: 'Science', difficulty: 1, tags: [tag] };
      return { ...fields, question_text: `${words(6)}?`, correct_answer: words(2) };
    });
    await post('/questions', 'POST', [...drafts, ...drafts]);
    const run = await analyse('duplicates', { tag });
    const page = await stage.signIn('editor');
    await page.goto(`/analyses/${run.id}/pairs`);
    await page.getByText('1 of 130', { exact: true }).waitFor();
    await page.getByRole('heading', { name: '130 pairs, most serious first' }).waitFor();
    await page.getByText('0 decided, 130 left').waitFor();
    const current = page.getByRole('region', { name: 'Pairs' }).locator('li[data-current]');
    for (let place = 2; place <= 102; place += 1) {
      await page.keyboard.press('s');
      await page.getByText(`${place} of 130`, { exact: true }).waitFor();
    }
    await expect.poll(() => isWithinList(current)).toBe(true);
    await page.keyboard.press('n');
    await page.getByText('103 of 130', { exact: true }).waitFor();
    await page.getByText('1 decided, 129 left').waitFor();
    await page.getByRole('button', { name: 'Previous pair' }).click();
    await page.getByText('102 of 130', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 of 130', { exact: true }).waitFor(); // the decided pair is not loaded yet
    expect(await isWithinList(current)).toBe(true);
  });
});

/** Whether an item is within the visible part of its list. */
async function isWithinList(item: Locator): Promise<boolean> {
  return item.evaluate((element) => {
    const list = element.closest('section')?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return list !== undefined && top >= list.top && bottom <= list.bottom && bottom <= innerHeight;
  });
}

describe('S2 the first page', () => {
  it('shows the progress of the first check, and what it found so far, instead of "Nothing to fix"', async () => {
    for (const type of ['item_flaws', 'duplicates', 'topics', 'text_statistics', 'coverage']) await analyse(type);
    const page = await stage.signIn('editor');
    const finished = new Set(['coverage']);
    // In a bank of this size, a check would be over before the page could show it.
    await page.route(/\/analysis\?include_result=false/u, async (route) => {
      const reply = await route.fetch();
      const { data, ...rest } = (await reply.json()) as { data: Run[] };
      const newest = [...new Map(data.toReversed().map((run) => [run.analysis_type, run])).values()];
      const running = { status: 'running', findings: null, progress: { phase: 'mapping', completed: 1, total: 4 } };
      const shown = newest.map((run) =>
        finished.has(run.analysis_type) ? { ...run, findings: [] } : { ...run, ...running },
      );
      await route.fulfill({ json: { ...rest, data: shown } });
    });
    await page.goto('/');
    await page.getByRole('status').getByText('Checking the bank…').waitFor();
    const bar = page.getByRole('main').getByRole('progressbar', { name: 'Checking the bank…' });
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('40');
    expect(await page.getByText('Nothing to fix').count()).toBe(0);
    finished.add('text_statistics').add('duplicates').add('topics');
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('85');
    expect(await page.getByText('Nothing to fix').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('heading', { name: 'Fix now' }).waitFor();
    await bar.waitFor({ state: 'detached' });
  });

  it('counts only the rows that are left to decide', async () => {
    const run = await analyse('duplicates');
    const items = run.findings.find((finding) => finding.items?.includes('relation=conflict'))?.items ?? '';
    const { data: pairs } = await ask<{ data: Record<'a' | 'b', { question_id: string }>[] }>(items);
    for (const { a, b } of pairs.slice(1)) {
      const question_ids = [a.question_id, b.question_id].toSorted();
      await post('/dismissals', 'POST', { analysis_type: 'duplicates', question_ids });
    }
    const page = await stage.signIn('editor');
    await page.goto('/');
    const task = page.locator('main a[href*="/pairs?relation"][href*=conflict]');
    await task.getByText('Review 1 pair').waitFor();
    await task.click();
    await page.getByText('0 decided, 1 left').waitFor();
    await page.keyboard.press('n');
    await page.getByText('All pairs are decided.').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'What to do first' }).waitFor();
    await expect.poll(() => task.count()).toBe(0);
  });

  it('shows what to do first with one filled button, and links to exactly the rows', async () => {
    for (const type of ['item_flaws', 'duplicates', 'topics']) await analyse(type);
    const page = await stage.signIn('editor');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Fix now' }).waitFor();
    await expect.poll(() => page.title()).toBe('Home · Quaestor');
    await expect.poll(() => page.locator('main [data-kind=filled]').count()).toBe(1);
    expect(await page.getByRole('complementary').getByRole('listitem').count()).toBeLessThanOrEqual(10);
    const task = page.getByRole('link', { name: /^Fix \d+ question/u }).first();
    const count = Number(/\d+/u.exec(await task.innerText())?.[0]);
    await task.click();
    await rowsLeft(page, count);
    await page.goBack();
    const readNewest = async () => {
      const { data } = await ask<{ data: { id: string }[] }>('/analysis?include_result=false&limit=5');
      return data.map(({ id }) => id);
    };
    const known = await readNewest();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(async () => (await readNewest()).filter((id) => known.includes(id))).toEqual([]);
  });
});
