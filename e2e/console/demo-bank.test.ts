import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { startBrowser } from './browser.ts';
import { createDatabase, type OwnDatabase } from './own-database.ts';

let database: OwnDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService({ DATABASE_URL: database.url, LIMIT_POINTS: '1000000', OVERLOAD_DELAY_MS: '0' });
});
afterAll(async () => {
  await service.end();
  await database.remove();
});
const stage = startBrowser(() => service);

async function countQuestions(): Promise<number> {
  const reply = await service.fetch('/questions?limit=1&status=draft&status=ready&status=archived');
  return ((await reply.json()) as { pagination: { total: number } }).pagination.total;
}

it('S2 fills an empty bank with the demo questions, as an import that can be undone', async () => {
  const viewer = await stage.signIn('viewer');
  await viewer.goto('/');
  await viewer.getByRole('heading', { level: 1, name: 'Your bank has no questions yet' }).waitFor();
  expect(await viewer.getByRole('button', { name: 'Fill with the demo questions' }).count()).toBe(0);

  const page = await stage.signIn('editor');
  await page.goto('/');
  await page.getByRole('button', { name: 'Fill with the demo questions' }).click();
  await page.waitForURL(/\/imports\/[\da-f-]{36}$/u);
  await page.getByRole('button', { name: /^Undo/u }).waitFor();
  expect(await countQuestions()).toBe(239);

  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
  expect(await page.getByRole('button', { name: 'Fill with the demo questions' }).count()).toBe(0);

  await page.goBack();
  await page.getByRole('button', { name: /^Undo/u }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Undo|Delete)/u })
    .click();
  await expect.poll(countQuestions).toBe(0);
});
