import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { json } from '../support/service.ts';
import { invite, type Role } from './people.ts';
import { type Place, sharedPlace } from './shared-place.ts';

/** Only ends operations that hang, because a busy machine is ten times slower. */
const TIMEOUT_MS = 60_000;
/** Must match `SHOWN_MS` in `console/src/ui/toasts.tsx`. */
const TOAST_MS = 8000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Messages that browsers log for every expected 401 and 412, and for files that cannot be loaded while a test is
 * offline.
 */
const EXPECTED_LINE =
  /Failed to load resource: (?:the server responded with a status of 4|net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING))/u;

export interface Opening extends BrowserContextOptions {
  width?: number;
  dark?: boolean;
  /** The name of the person who signs in. */
  name?: string;
}

interface Stage {
  /** Opens a new browser context that is not signed in. */
  open(options?: Opening): Promise<Page>;
  /** Opens a page, signed in as a new person, without navigating. */
  signIn(role?: Role, options?: Opening): Promise<Page>;
  /** Opens the list of questions, signed in as a new person. */
  openQuestions(role?: Role, options?: Opening): Promise<Page>;
}

/** All test files in a worker share one browser, and each page has its own context. */
let launched: Promise<Browser> | undefined;

/**
 * Starts a real browser for a test file. Every page is checked for violations of the content policy (G1), requests to
 * other origins (G2) and script errors. `place` is called when a page is opened, because a test file may start its own
 * service.
 */
export function startBrowser(place: () => Place = sharedPlace): Stage {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  beforeAll(async () => {
    launched ??= launchBrowser();
    browser = await launched;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await describePages(contexts);
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });

  const open = async ({ width = 1280, dark = false, name: _name, ...options }: Opening = {}): Promise<Page> => {
    const origin = options.baseURL ?? place().origin;
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: width < 640 ? 844 : 800 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(TIMEOUT_MS);
    // Requests are observed instead of routed, because with a route the browser would not cache, and every page would
    // load its scripts again.
    context.on('request', (request) => {
      const { origin: to, protocol } = new URL(request.url());
      if (to !== origin && protocol.startsWith('http')) complaints.push(`request to ${request.url()}`);
    });
    await context.addInitScript((toastMs) => {
      document.addEventListener('securitypolicyviolation', (event) =>
        // oxlint-disable-next-line no-console -- read by the test
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
      );
      // On a busy machine a toast would disappear before the test reaches its button, so it stays until the page is
      // left.
      const start = globalThis.setTimeout;
      const startUnlessToast = (...args: Parameters<typeof start>) => (args[1] === toastMs ? 0 : start(...args));
      Object.assign(globalThis, { setTimeout: startUnlessToast });
    }, TOAST_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error' && !EXPECTED_LINE.test(line.text())) complaints.push(line.text());
    });
    return page;
  };
  const signIn: Stage['signIn'] = async (role = 'administrator', options = {}) => {
    const [page, cookie] = await Promise.all([open(options), beginSession(role, place(), options.name)]);
    await page.context().addCookies([cookie]);
    return page;
  };
  return {
    ...{ open, signIn },
    openQuestions: async (...options) => {
      const page = await signIn(...options);
      await page.goto('/questions');
      await page.getByRole('heading', { level: 1, name: 'Questions' }).waitFor();
      return page;
    },
  };
}

const SHOWN_TEXT = 3000;

/** Prints what the pages of a failed test show, since a missing element says nothing about its cause. */
async function describePages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page.evaluate(() => document.body.innerText).catch(String);
    process.stdout.write(`${page.url()}\n${text.slice(0, SHOWN_TEXT)}\n`);
  }
}

/** Creates a session for a new person without using the sign-in page, which `sign-in.test.ts` covers. */
export async function beginSession(
  role: Role,
  at: Place = sharedPlace(),
  named?: string,
): Promise<{ name: string; value: string; url: string }> {
  const url = at.origin;
  const { headers, ...request } = json({ link: await invite(role, named, at) });
  const reply = await fetch(`${url}/session`, { ...request, headers: { ...headers, origin: url } });
  expect(reply.status).toBe(201);
  const [name = '', value = ''] = (reply.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? [];
  return { name, value, url };
}

/** Returns all violations of WCAG 2.2 AA that axe finds on the page, with their elements. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          context: object,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: tags },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
    );
  }, WCAG);
}

/** Opens the palette with its shortcut, and types once the input has the focus. */
export async function searchPalette(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.locator('input:focus').waitFor();
  await page.keyboard.type(text);
  return palette;
}

/** Returns the questions shown, in order. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.locator('tbody th[scope=row]').allInnerTexts();
}

/** Waits until the rows of a new filter have arrived. */
export async function expectCount(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
}

/** Creates a question through the API. */
export async function createQuestion(
  fields: object = {},
): Promise<{ id: string; version: number; question_text: string }> {
  const reply = await fetch(`${sharedPlace().origin}/questions`, {
    method: 'POST',
    headers: { authorization: sharedPlace().authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      question_text: `What is ${crypto.randomUUID()}?`,
      correct_answer: 'It',
      category: 'Science',
      difficulty: 1,
      ...fields,
    }),
  });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { id: string; version: number; question_text: string };
}

export async function readQuestion(id: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${sharedPlace().origin}/questions/${id}`, {
    headers: { authorization: sharedPlace().authorization },
  });
  return (await reply.json()) as Record<string, unknown>;
}
