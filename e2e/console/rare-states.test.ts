/** @module-tag release */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAuthenticator } from '../support/browser.ts';
import { json, runProgram, type Service, startProgram, startService } from '../support/service.ts';
import { startBrowser } from './browser.ts';
import { type CutLine, startCutLine } from './cut-line.ts';
import { createDatabase, type OwnDatabase } from './own-database.ts';
import { invite } from './people.ts';

/** States that need a specially prepared service: a bank without questions, an old sign-in, a slow analysis. */
let database: OwnDatabase;
let service: Service;
let worker: ChildProcess;
let line: CutLine;
beforeAll(async () => {
  database = await createDatabase();
  const environment = {
    DATABASE_URL: database.url,
    LIMIT_POINTS: '1000000',
    LIMIT_POINTS_ANONYMOUS: '100000',
    OVERLOAD_DELAY_MS: '0',
    ...{ ANALYSIS_SHARD_SIZE: '1', ANALYSIS_THREADS: '1' }, // an analysis of 900 questions takes many seconds
  };
  await runProgram('migrate', environment);
  service = await startService(environment, [], 'api');
  worker = startProgram(environment, [], 'worker').process;
  line = await startCutLine(service.origin);
});
afterAll(async () => {
  await line.close();
  worker.kill('SIGKILL');
  await service.end();
  await database.remove();
});
const stage = startBrowser(() => service);
const proxiedStage = startBrowser(() => ({ ...service, origin: line.origin }));

async function ask<Body>(url: string, init = {}): Promise<Body> {
  const reply = await service.fetch(url, init);
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(300);
  return JSON.parse(text) as Body;
}

describe('S20 a bank without questions', () => {
  it('S2 offers four ways to start', async () => {
    const page = await stage.signIn('editor');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Your bank has no questions yet' }).waitFor();
    await page.getByRole('link', { name: 'Choose a file' }).waitFor();
    await page.getByRole('button', { name: 'Copy curl command' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`curl ${service.origin}/questions`);
    await page.getByRole('link', { name: 'New question' }).click();
    await page.getByRole('dialog', { name: 'New question' }).waitFor();
  });

  it('S9 explains every type before any analysis exists', async () => {
    const page = await stage.signIn('analyst');
    await page.goto('/analyses');
    await page.getByRole('heading', { name: 'Are questions in the right category?' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Run /u }).count()).toBe(7);
  });
});

describe('S20 an old sign-in', () => {
  /** Sessions are looked up again after half a second. */
  async function letTimePass(): Promise<void> {
    await database.query(`update sessions set created_at = created_at - interval '20 minutes'`);
    await wait(600);
  }

  async function createToken(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create token' }).click();
  }

  it('leads to a new link', async () => {
    const page = await stage.signIn('administrator');
    await page.goto('/tokens');
    await letTimePass();
    await createToken(page, 'Late');
    await page.getByRole('alert').getByText('Sign in again first').waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Sign in with a new link' }).getAttribute('href'))
      .toBe('/sign-in?return_to=%2Ftokens');
  });

  it('can be renewed with a passkey, on the same page', async () => {
    const origin = service.origin.replace('127.0.0.1', 'localhost'); // browsers support passkeys only for host names
    const page = await stage.open({ baseURL: origin });
    await addAuthenticator(page);
    await page.goto(`/sign-in#${await invite('administrator', 'Marta Keller', service)}`);
    await page.getByRole('heading', { level: 1, name: 'Your bank has no questions yet' }).waitFor();
    await page.goto('/settings');
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor();
    await page.goto('/tokens');
    await letTimePass();
    await createToken(page, 'After a passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('You are signed in again.').waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).innerText();
    const authorization = `Bearer ${secret}`;
    expect((await service.fetch('/questions?limit=1', { headers: { authorization } })).status).toBe(200);
  });
});

describe('E1 an analysis while it runs', () => {
  beforeAll(async () => {
    const questions = Array.from({ length: 900 }, (_, place) => ({
      question_text: `Which planet has moon number ${place}?`,
      correct_answer: `Planet ${place % 9}`,
      category: place % 3 === 0 ? 'Astronomy' : 'Science',
      difficulty: place % 3,
    }));
    await ask('/questions', json(questions));
  });

  async function start(analysis_type: string): Promise<string> {
    const { headers, ...request } = json({ analysis_type, filter: {} });
    const prefer = 'respond-async';
    const { id } = await ask<{ id: string }>('/analysis/run', { ...request, headers: { ...headers, prefer } });
    return id;
  }

  /** Pauses the worker while a test looks at its analysis, however fast the machine is. */
  async function whileHeld(look: () => Promise<void>): Promise<void> {
    worker.kill('SIGSTOP');
    try {
      await look();
    } finally {
      worker.kill('SIGCONT');
    }
  }

  /** Records the values of the progress bar from now on. */
  async function watchBar(page: Page): Promise<() => Promise<number[]>> {
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { seen });
      const note = () => {
        const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
        if (value !== null && value !== undefined && seen.at(-1) !== Number(value)) seen.push(Number(value));
      };
      note();
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        attributes: true,
        attributeFilter: ['aria-valuenow'],
      });
    });
    return () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  }

  it('shows a bar that only grows, continues after a lost connection, survives a reload, and ends by itself', {
    timeout: 900_000,
  }, async () => {
    const page = await proxiedStage.signIn('analyst');
    const lastIds: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/events') lastIds.push(request.headers()['last-event-id']);
    });
    const bar = page.getByRole('progressbar', { name: 'Topics' });
    let seen = async (): Promise<number[]> => [];
    const untilMoreThan = async (count: number) => {
      await expect.poll(async () => (await seen()).length, { interval: 10 }).toBeGreaterThan(count);
    };
    await whileHeld(async () => {
      await page.goto(`/analyses/${await start('topics')}`);
      await bar.waitFor();
      seen = await watchBar(page);
    });
    await untilMoreThan(1);
    let values = 0;
    await whileHeld(async () => {
      const before = lastIds.length;
      line.cut();
      await expect.poll(() => lastIds.length).toBeGreaterThan(before);
      expect(lastIds[before]).toMatch(/\d/u);
      values = (await seen()).length;
    });
    await untilMoreThan(values);
    await whileHeld(async () => {
      const all = await seen();
      expect(all).toEqual(all.toSorted((one, other) => one - other));
      await page.reload();
      await bar.waitFor();
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(all.at(-1) ?? 100);
    });
    await page.getByRole('heading', { name: 'Findings' }).waitFor({ timeout: 600_000 }); // 15 s, or minutes if busy
    await expect.poll(() => page.title()).toBe('Are questions in the right category? · Quaestor');
  });

  it('can be canceled by the person who runs it', async () => {
    const page = await stage.signIn('analyst');
    await page.goto('/analyses/new');
    await page.getByRole('radio', { name: /^Duplicates/u }).check();
    await whileHeld(async () => {
      await page.getByRole('button', { name: 'Find duplicates' }).click();
      await page.getByRole('button', { name: 'Cancel this analysis' }).click();
      await page.getByText('This analysis was canceled.').waitFor();
    });
    expect(await page.getByRole('progressbar').count()).toBe(0);
    const id = page.url().split('/').at(-1);
    expect((await ask<{ status: string }>(`/analysis/${id}`)).status).toBe('canceled');
  });
});
