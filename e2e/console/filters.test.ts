import { describe, expect, it } from 'vitest';
import { createTagged } from './bank.ts';
import { startBrowser } from './browser.ts';
import { openList, row } from './rows.ts';

const stage = startBrowser();

describe('S3 filters', () => {
  it('by language offer the languages of the bank', async () => {
    const { tag } = await createTagged(1, { language: 'pt-BR', status: 'archived' }); // other tests count the rest
    const page = await stage.signIn('viewer');
    await openList(page, `tag=${tag}&status=archived`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Language' }).click();
    await page.getByRole('radio', { name: 'English (en)' }).waitFor();
    await page.getByRole('radio', { name: 'Brazilian Portuguese (pt-BR)' }).check();
    await page.waitForURL(/language=pt-BR/u);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Language is Brazilian Portuguese (pt-BR)' }).waitFor();
    await row(page, 0).getByText(tag).waitFor();
    expect(await page.locator('tr[data-index]').count()).toBe(1);
  });
});
