import { describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { invite } from './people.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();

describe('S1 signing in', () => {
  it('takes the secret from the fragment, removes it from the address, and opens the first page', async () => {
    const page = await stage.open();
    const secret = await invite('editor');
    await page.goto(`/sign-in#${secret}`);
    await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    expect(page.url()).toBe(`${sharedPlace().origin}/`);
    await page.goBack().catch(() => null);
    expect(page.url()).not.toContain(secret);
  });

  it('says what to do about a used link, with the focus in the field', async () => {
    const secret = await invite('editor');
    const first = await stage.open();
    await first.goto(`/sign-in#${secret}`);
    await first.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    const second = await stage.open();
    await second.goto(`/sign-in#${secret}`);
    await second.getByRole('alert').getByText('This link no longer works').waitFor();
    expect(await second.getByText('npm run admin-link').isVisible()).toBe(true);
    await second.getByLabel('Sign-in link').and(second.locator(':focus')).waitFor();
    expect(second.url()).toBe(`${sharedPlace().origin}/sign-in`);
  });

  it('accepts a pasted link, and rejects any other text', async () => {
    const page = await stage.open();
    await page.goto('/sign-in');
    await page.getByLabel('Sign-in link').fill('hello');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That is not a sign-in link').waitFor();
    await page.getByLabel('Sign-in link').fill(`  ${sharedPlace().origin}/sign-in#${await invite('viewer')} `);
    await page.getByLabel('Sign-in link').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    expect(page.url()).toBe(`${sharedPlace().origin}/`);
  });

  it('accepts a link opened where the sign-in page is open already, which only changes the fragment', async () => {
    const page = await stage.open();
    await page.goto('/sign-in');
    await page.getByLabel('Sign-in link').waitFor();
    await page.goto(`/sign-in#${await invite('viewer')}`);
    await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    expect(page.url()).toBe(`${sharedPlace().origin}/`);
  });

  it('S20 returns to the requested page after the sign-in', async () => {
    const page = await stage.open();
    await page.goto('/questions?category=Geography&sort=category');
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Sign-in link').fill(await invite('viewer'));
    await page.getByLabel('Sign-in link').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
    expect(page.url()).toBe(`${sharedPlace().origin}/questions?category=Geography&sort=category`);
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)'])(
    'never redirects to another site: %s',
    async (elsewhere) => {
      const page = await stage.open();
      await page.goto(`/sign-in?return_to=${encodeURIComponent(elsewhere)}#${await invite('viewer')}`);
      await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
      expect(page.url()).toBe(`${sharedPlace().origin}/`);
    },
  );

  it('ends the session when the person signs out', async () => {
    const page = await stage.openQuestions('viewer');
    await page.getByRole('button', { name: 'account of Marta Keller' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Quaestor' }).waitFor();
    await page.goto('/questions');
    await page.getByRole('heading', { name: 'Sign in to Quaestor' }).waitFor();
    expect(page.url()).toContain('/sign-in');
  });

  it('S20 leads to the sign-in page and back if a session ends while a page is open', async () => {
    const page = await stage.openQuestions('viewer');
    await page.context().clearCookies();
    // Something on the page may notice first, and the field is gone before it is filled in.
    const left = page.getByRole('heading', { name: 'Sign in to Quaestor' }).waitFor();
    await Promise.race([left, page.getByLabel('Search questions', { exact: true }).fill('river')]);
    await left;
    expect(page.url()).toContain('return_to=%2Fquestions');
  });
});
