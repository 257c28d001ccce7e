import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAuthenticator } from '../support/browser.ts';
import { startBrowser } from './browser.ts';
import { invite } from './people.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name, 'u') });

it('S18 lets everybody change their own name', async () => {
  const page = await stage.signIn('viewer');
  await page.goto('/settings');
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect.poll(() => field.inputValue()).not.toBe('');
  await field.fill(' ');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByText('Enter a value.').waitFor();
  await field.fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await page.getByText('Your name is changed.').waitFor();
  await page.getByRole('button', { name: 'GH, account of Grace Hopper' }).waitFor();
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Grace Hopper');
});

describe('S18 people', () => {
  it('invites people with a link, changes their role, ends their sessions, and removes them', async () => {
    const name = `Ada ${Date.now()}`;
    const page = await stage.signIn('administrator');
    await page.goto('/people');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a person' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await page.getByRole('textbox', { name: 'Sign-in link' }).innerText();
    await page.getByRole('button', { name: 'I stored it' }).click();
    await rowOf(page, name).getByText('Invited, link works until').waitFor();

    const ada = await stage.open();
    await ada.goto(link);
    await ada.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    await ada.goto('/questions');
    await ada.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
    expect(await ada.getByRole('button', { name: 'New question' }).count()).toBe(0);

    await page.getByLabel(`Role of ${name}`).selectOption('Editor');
    await page.getByText(`${name}: Editor.`).waitFor();
    await ada.reload();
    await ada.getByRole('button', { name: 'New question' }).waitFor();

    await page.getByRole('button', { name: `Sessions of ${name}` }).click();
    await page.getByRole('dialog').getByText('Chrome').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('1 session ended.').waitFor();
    await ada.reload();
    await ada.getByRole('heading', { name: 'Sign in to Quaestor' }).waitFor();

    await page.getByRole('button', { name: `New link: ${name}` }).click();
    expect(await page.getByRole('textbox', { name: 'Sign-in link' }).innerText()).not.toBe(link);
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('button', { name: `Remove: ${name}` }).click();
    await page.getByRole('button', { name: 'Remove 1 person' }).click();
    await rowOf(page, name).waitFor({ state: 'detached' });
  });

  it('prevents administrators from locking themselves out', async () => {
    const page = await stage.signIn('administrator');
    await page.goto('/people');
    const own = page.getByRole('row', { name: /\(you\)/u });
    await own.getByRole('button', { name: /^New link/u }).waitFor();
    expect(await own.getByRole('button', { name: /^Remove/u }).count()).toBe(0);
    expect(await own.getByRole('combobox').count()).toBe(0);
  });
});

describe('S18 settings', () => {
  it('keeps theme, rows, language and shortcuts on the device', async () => {
    const page = await stage.signIn('viewer');
    await page.goto('/settings');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.getByRole('checkbox', { name: 'Single-letter shortcuts' }).uncheck();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Dunkel' }).isChecked()).toBe(true);
    await expect.poll(() => page.locator('html').getAttribute('data-density')).toBe('compact');
    await page.keyboard.press('?'); // A7
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByText(/Quaestor \d/u).waitFor();
  });
});

/** Browsers support passkeys only for host names, not for IP addresses. */
describe('S1 passkeys', () => {
  it('can be added in the settings, used to sign in, and removed', async () => {
    const page = await stage.open({ baseURL: sharedPlace().origin.replace('127.0.0.1', 'localhost') });
    await addAuthenticator(page);
    await page.goto(`/sign-in#${await invite('administrator')}`);
    await page.getByRole('heading', { level: 1, name: 'What to do first' }).waitFor();
    await page.goto('/settings');
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const passkeys = page.getByRole('list', { name: 'Passkeys' });
    await passkeys.getByText('Laptop').waitFor();

    await page.context().clearCookies();
    await page.goto('/tokens');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();

    await page.goto('/settings');
    await passkeys.getByText(/last used/u).waitFor();
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove 1 passkey' }).click();
    await page.getByText('You have no passkeys yet.').waitFor();
    expect(await passkeys.count()).toBe(0);
  });
});
