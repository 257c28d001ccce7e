import type { Locator, Page } from 'playwright-core';

export const row = (page: Page, index: number): Locator => page.locator(`tr[data-index="${index}"]`);
export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Opens the list with these filters, and waits for rows. */
export async function openList(page: Page, query: string): Promise<void> {
  await page.goto(`/questions?${query}`);
  await row(page, 0).waitFor();
}
