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

/** It ends what hangs: a busy machine is ten times slower. */
const TIMEOUT_MS = 60_000;
/** `SHOWN_MS` of `console/src/ui/toasts.tsx`. */
const TOAST_MS = 8000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What a browser writes for every 401 and 412 that a test is about, and for what it cannot load where a test is offline or cuts its line. */
const EXPECTED_LINE =
  /Failed to load resource: (?:the server responded with a status of 4|net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING))/u;

export interface Opening extends BrowserContextOptions {
  width?: number;
  dark?: boolean;
}

interface Stage {
  /** A browser of its own, signed in to nothing. */
  open(options?: Opening): Promise<Page>;
  /** Another page, signed in as somebody new. Nothing is shown on it yet. */
  signIn(role?: Role, options?: Opening): Promise<Page>;
  /** The same, with the list of questions. */
  openQuestions(role?: Role, options?: Opening): Promise<Page>;
}

/** One for all files of a worker, which ends it when it ends. Each page has a context of its own. */
let launched: Promise<Browser> | undefined;

/**
 * A real browser for a file of tests. Every page is watched: no violation of the content policy (G1), no request to
 * another origin (G2), no error of a script. `place` is asked when a page is opened: a file may start a service of its own.
 */
export function startBrowser(place: () => Place = sharedPlace): Stage {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  beforeAll(async () => {
    launched ??= launchBrowser();
    browser = await launched;
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });

  const open = async ({ width = 1280, dark = false, ...options }: Opening = {}): Promise<Page> => {
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
    // They are watched, not routed: with a route the browser caches nothing, and every page would load its scripts anew.
    context.on('request', (request) => {
      const { origin: to, protocol } = new URL(request.url());
      if (to !== origin && protocol.startsWith('http')) complaints.push(`request to ${request.url()}`);
    });
    await context.addInitScript((toastMs) => {
      document.addEventListener('securitypolicyviolation', (event) =>
        // oxlint-disable-next-line no-console -- read by the test
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
      );
      // A toast would go before a busy machine has reached its button: it stays until its page is left.
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
    const [page, cookie] = await Promise.all([open(options), beginSession(role, place())]);
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

/** The cookie of somebody new, without the page: `sign-in.test.ts` has that. */
export async function beginSession(
  role: Role,
  at: Place = sharedPlace(),
): Promise<{ name: string; value: string; url: string }> {
  const url = at.origin;
  const { headers, ...request } = json({ link: await invite(role, undefined, at) });
  const reply = await fetch(`${url}/session`, { ...request, headers: { ...headers, origin: url } });
  expect(reply.status).toBe(201);
  const [name = '', value = ''] = (reply.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? [];
  return { name, value, url };
}

/** Every violation of WCAG 2.2 AA that axe finds on what is shown, with where it is. */
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

/** By its keys, and typed into once it listens. */
export async function searchPalette(page: Page, text: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.locator('input:focus').waitFor();
  await page.keyboard.type(text);
  return palette;
}

/** The questions that are shown, in their order. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.locator('tbody th[scope=row]').allInnerTexts();
}

/** After the rows of another filter have arrived. */
export async function expectCount(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
}

/** A question made by the API. */
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
