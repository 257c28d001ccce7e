/** @module-tag release */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, createTagged, finishChange, type MadeChange, type Stored } from './bank.ts';
import { startBrowser } from './browser.ts';
import { dialog, openList, row } from './rows.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();
/**
 * The number of questions in the bulk change that is reverted: 2,000 in CI, CONSOLE_BULK=50000 for a realistic size.
 */
const BULK = Number(process.env['CONSOLE_BULK'] ?? 2000);
const ROUNDS = 3;

const textOf = (page: Page) => page.getByLabel('Question', { exact: true });
const merge = (page: Page) => page.getByRole('dialog', { name: /changed this question(?: elsewhere)?$/u });

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/questions/${id}`);
  await textOf(page).waitFor();
}

/** The status that the service returns for the save. */
async function save(page: Page, act: () => Promise<void>): Promise<number> {
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    act(),
  ]);
  return reply.status();
}

const saveMerged = (page: Page) =>
  save(page, () =>
    merge(page)
      .getByRole('button', { name: /^Save /u })
      .click(),
  );

/** Saves and keeps its own values, however often somebody else is faster. Returns how often that happened. */
async function insist(page: Page): Promise<number> {
  await page.getByText('Not saved').waitFor();
  let merges = 0;
  for (let status = await save(page, () => page.keyboard.press('Control+s')); status !== 200; merges += 1) {
    expect(status).toBe(412);
    await merge(page).waitFor();
    for (const mine of await merge(page).getByRole('radio', { name: 'Mine' }).all())
      expect(await mine.isChecked()).toBe(true);
    status = await saveMerged(page);
  }
  return merges;
}

async function importRow(cells: Record<string, string>): Promise<void> {
  const query = 'format=csv&on_duplicate=update&filename=together.csv';
  const reply = await fetch(`${sharedPlace().origin}/imports?${query}`, {
    method: 'POST',
    headers: { authorization: sharedPlace().authorization, 'content-type': 'text/csv' },
    body: `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`,
  });
  expect(reply.status).toBe(202);
  const { id } = (await reply.json()) as { id: string };
  type Import = { status: string; counts: Record<string, number> };
  await expect
    .poll(async () => (await ask<Import>(`/imports/${id}`)).status, { timeout: 60_000 })
    .not.toMatch(/^(?:queued|running)$/u);
  expect(await ask<Import>(`/imports/${id}`)).toMatchObject({ status: 'succeeded', counts: { updated: 1 } });
}

type Fields = Record<string, unknown>;

/** Returns every version, oldest first. */
async function historyOf(id: string): Promise<Fields[]> {
  const { data } = await ask<{ data: { question: Fields }[] }>(`/questions/${id}/versions?limit=100`);
  return data.map(({ question }) => question).reverse();
}

/** Returns the fields that differ between two versions, with their new values. */
function stepOf(before: Fields, after: Fields): Fields {
  const names = Object.keys(after).filter((name) => name !== 'version' && name !== 'updated_at');
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  );
}

describe('C2 several people and programs on one question', () => {
  it('records two editors, a bulk change and an import at the same time as one step each, and loses nothing', async () => {
    const [one, two] = [await stage.signIn('editor'), await stage.signIn('editor')];
    for (let round = 0; round < ROUNDS; round += 1) {
      const external_id = crypto.randomUUID();
      const { tag, questions } = await createTagged(1, { external_id, correct_answer: 'Nobody' });
      const id = questions[0]?.id ?? '';
      await Promise.all([open(one, id), open(two, id)]);
      await textOf(one).fill('Text of the first?');
      await one.getByLabel('Source').fill('Source of the first');
      await textOf(two).fill('Text of the second?');
      await two.getByLabel('Explanation').fill('Explanation of the second');
      const imported = { question_text: 'Text of the import?', correct_answer: 'Import', difficulty: 0 };
      const bulk = { filter: { tag }, expected_count: 1, set: { topic_focus: 'Topic of the bulk' } };
      const [first, second] = await Promise.all([
        insist(one),
        insist(two),
        importRow({ external_id, category: 'Science', ...imported, difficulty: '0' }),
        ask<MadeChange>('/questions/bulk', 'POST', bulk).then(finishChange),
      ]);
      expect(first + second, 'merges that were offered').toBeGreaterThanOrEqual(1);

      const history = await historyOf(id);
      const steps = history.slice(1).map((version, index) => stepOf(history[index] ?? {}, version));
      expect(steps).toHaveLength(4);
      expect(steps).toEqual(
        expect.arrayContaining([
          { question_text: 'Text of the first?', source: 'Source of the first' },
          { question_text: 'Text of the second?', explanation: 'Explanation of the second' },
          { topic_focus: 'Topic of the bulk' },
          imported,
        ]),
      );
      expect(history.at(-1)).toMatchObject({
        ...{ source: 'Source of the first', explanation: 'Explanation of the second', tags: [tag] },
        ...{ topic_focus: 'Topic of the bulk', correct_answer: 'Import', difficulty: 0 },
        question_text: steps.findLast(({ question_text: text }) => text !== undefined)?.['question_text'],
      });
      // The console's history also shows each of them.
      await one.reload();
      await one.getByRole('tab', { name: 'History' }).click();
      await one.getByRole('article').nth(4).waitFor();
      const shown = (await one.getByRole('article').allInnerTexts()).join('\n');
      for (const word of ['first', 'second', 'import', 'bulk']) expect(shown).toContain(word);
    }
  });

  it('keeps the choices even if a third change happens in between', async () => {
    const { questions } = await createTagged(1, { question_text: 'Text of nobody?' });
    const id = questions[0]?.id ?? '';
    const page = await stage.signIn('editor');
    await open(page, id);
    await textOf(page).fill('My text?');
    await page.getByLabel('Source').fill('My source');
    await page.getByLabel('Explanation').fill('My explanation');
    await page.getByText('Not saved').waitFor();
    await ask(`/questions/${id}`, 'PATCH', { question_text: 'Their text?', source: 'Their source' });
    expect(await save(page, () => page.keyboard.press('Control+s'))).toBe(412);
    const choices = (name: string) => merge(page).getByRole('group', { name });
    await choices('Question').getByRole('radio', { name: 'Theirs' }).check();
    await choices('Source').getByRole('radio', { name: 'Mine' }).check();
    await ask(`/questions/${id}`, 'PATCH', { question_text: 'Third text?', explanation: 'Third explanation' });
    expect(await saveMerged(page)).toBe(412);
    // The text has already been left to the others, so it is not offered again. The explanation is new.
    await choices('Explanation').getByText('Third explanation').waitFor();
    await expect.poll(() => merge(page).getByRole('group').count()).toBe(1);
    await expect.poll(() => choices('Explanation').getByRole('radio', { name: 'Mine' }).isChecked()).toBe(true);
    expect(await saveMerged(page)).toBe(200);
    expect(await ask(`/questions/${id}`)).toMatchObject({
      question_text: 'Third text?',
      source: 'My source',
      explanation: 'My explanation',
      version: 4,
    });
    expect((await historyOf(id)).map(({ question_text: text }) => text)).toEqual([
      ...['Text of nobody?', 'Their text?', 'Third text?', 'Third text?'],
    ]);
  });
});

/** Returns all questions with a tag by id, without the fields that every write changes. */
async function contentsOf(tag: string): Promise<Map<string, Fields>> {
  const reply = await fetch(`${sharedPlace().origin}/questions/export?format=jsonl&tag=${tag}&status=archived`, {
    headers: { authorization: sharedPlace().authorization },
  });
  const text = await reply.text();
  expect(reply.status, text.slice(0, 500)).toBe(200);
  const lines = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const { version: _version, updated_at: _time, ...question } = JSON.parse(line) as Fields;
      return [String(question['id']), question];
    }),
  );
}

const patchAll = (questions: readonly Stored[], fields: object) =>
  Promise.all(questions.map(({ id }) => ask(`/questions/${id}`, 'PATCH', fields)));

describe('S16 a large bulk change that is reverted while others edit', () => {
  it(`lists conflicts for ${BULK} questions, and restores the rest exactly`, { timeout: 1_800_000 }, async () => {
    const { tag, questions } = await createTagged(BULK, { status: 'archived' });
    const before = await contentsOf(tag);
    expect(before.size).toBe(BULK);
    const page = await stage.signIn('editor');
    await openList(page, `tag=${tag}&status=archived`);
    await row(page, 0).getByRole('checkbox').check();
    const number = BULK.toLocaleString('en-GB');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: /^Select all (?:[\d,]+ )?matching$/u }).click(); // above 10,000 the count is shown on request
    await bar.getByText(`All ${number} matching selected`).waitFor();
    await bar.getByRole('button', { name: 'Level', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Advanced' }).click();
    await dialog(page)
      .getByRole('button', { name: `Change ${number} questions` })
      .waitFor();
    await page.keyboard.type(String(BULK));
    const began = performance.now();
    await page.keyboard.press('Enter');
    await page.getByText(`${number} questions changed.`).waitFor({ timeout: 900_000 });
    const changed = performance.now();

    // These edits are spread over the bank. Some are made before the revert and some during it, to the same field or to
    // another one.
    const every = (step: number, from: number) => questions.filter((_, index) => index % step === from);
    const step = Math.floor(BULK / 20);
    const [early, late, elsewhere] = [every(step, 0), every(step, 1), every(step, 2)];
    await patchAll(early, { difficulty: 0 });
    await page.goto('/activity?what=bulk');
    await page
      .getByRole('button', { name: `Revert ${number}` })
      .first()
      .click();
    await dialog(page).locator('[data-autofocus]:focus').waitFor();
    await page.keyboard.type(String(BULK - early.length));
    await page.keyboard.press('Enter');
    await page.getByText('The revert has started.').waitFor();
    await Promise.all([patchAll(late, { difficulty: 0 }), patchAll(elsewhere, { explanation: 'Meanwhile' })]);
    await page.getByRole('status').getByRole('button', { name: 'See the change' }).click();
    const list = page.getByRole('status').filter({ hasText: /questions were not reverted:/u });
    await list.waitFor({ timeout: 900_000 });
    await page.getByText('Running…').waitFor({ state: 'detached', timeout: 900_000 });
    const reverted = performance.now();

    const id = new URL(page.url()).searchParams.get('change') ?? '';
    const revert = await finishChange(await ask<MadeChange>(`/changes/${id}`));
    type Left = { data: { question_id: string; conflict: { reason: string } }[] };
    const { data: left } = await ask<Left>(`/changes/${id}/items?conflicts_only=true&limit=1000`);
    const leftIds = left.map(({ question_id }) => question_id);
    expect(leftIds).toEqual(expect.arrayContaining(early.map((question) => question.id)));
    expect(revert.count + left.length).toBe(BULK);
    // The page lists exactly these.
    await expect.poll(() => list.getByRole('listitem').count()).toBe(left.length);
    await list.getByText(`${left.length} questions were not reverted:`).waitFor();
    const links = list.getByRole('link', { name: /^(?!Change )/u });
    const named = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(named.map((href) => href?.split('/').at(-1)).sort()).toEqual([...leftIds].sort());
    for (const item of await list.getByRole('listitem').all())
      await item
        .getByText(/^Which one is number \d+ of .*: somebody has changed it since \(Level\), Change [0-9a-f]{6}$/u)
        .waitFor();

    for (const question of [...early, ...late]) before.set(question.id, { ...before.get(question.id), difficulty: 0 });
    for (const { id: one } of elsewhere) before.set(one, { ...before.get(one), explanation: 'Meanwhile' });
    const after = await contentsOf(tag);
    const differing = [...before].filter(
      ([one, question]) => JSON.stringify(after.get(one)) !== JSON.stringify(question),
    );
    expect(differing).toEqual([]);
    expect(after.size).toBe(BULK);
    process.stdout.write(
      `bulk change of ${number}: ${Math.round((changed - began) / 1000)} s, revert with ${left.length} conflicts: ${Math.round((reverted - changed) / 1000)} s\n`,
    );
    const filter = { tag, status: ['archived'] };
    await finishChange(await ask('/questions/bulk', 'POST', { filter, expected_count: BULK, delete: true }));
  });
});
