import { expect, it } from 'vitest';
import { startBrowser } from './browser.ts';

const stage = startBrowser();

/** The settings of an import, which its report shows in words. */
const SETTINGS = {
  format: 'csv',
  on_duplicate: 'update',
  mode: 'valid_only',
  defaults: JSON.stringify({ status: 'draft', tags: ['autumn'] }),
  category_map: JSON.stringify({ Scince: 'Science' }),
  difficulty_map: JSON.stringify({ hard: 2 }),
};

it('S8 the report of an import says in words how the file was read', async () => {
  const table = `question_text,correct_answer,category,difficulty\nWhat is ${Date.now()}?,It,Scince,hard\n`;
  const path = `/imports?${new URLSearchParams({ ...SETTINGS, filename: 'facts.csv' }).toString()}`;
  const page = await stage.signIn('editor');
  await page.goto('/');
  const id = await page.evaluate(
    async ([url, body]) =>
      ((await (await fetch(url ?? '', { method: 'POST', body: body ?? '' })).json()) as { id: string }).id,
    [path, table],
  );
  await page.goto(`/imports/${id}`);
  await page.getByText('File and settings').click();
  const facts = page.locator('details dl');
  const shown = async () =>
    facts
      .locator(':scope > div')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((fact) => [
            fact.querySelector('dt')?.textContent,
            [...fact.querySelectorAll('dd')].map(({ textContent }) => textContent),
          ]),
        ),
      );
  await expect.poll(shown).toMatchObject({
    Format: ['csv'],
    'Column names': ['Row 1'],
    Columns: [
      ...['question_text → Question', 'correct_answer → Right answer', 'category → Category', 'difficulty → Level'],
    ],
    'For questions without a value': ['Tags: autumn', 'Status: Draft'],
    'Unknown categories': ['Scince → Science'],
    Levels: ['hard → Advanced'],
    'If rows have errors': ['Import the other rows'],
    'If the bank already has the question with different content': ['Update the question'],
  });
  expect(await facts.innerText()).not.toMatch(/[{}]|null|valid_only/u);
});
