import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAuthenticator, hasBrowser, launchBrowser, type VirtualAuthenticator } from '../support/browser.ts';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { newDatabase } from '../support/shared-postgres.ts';

/** What a page needs to send JSON. */
const TOOLS = `
  const send = async (method, path, body) => {
    const options = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const reply = await fetch(path, options);
    return { status: reply.status, body: await reply.json() };
  };`;

const USE = `
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const assertion = await navigator.credentials.get({ publicKey });`;

const ASSERT = `
  const { body: options } = await send('POST', '/session/passkey/options');
  ${USE}`;

const SIGN_IN = `${ASSERT} return send('POST', '/session/passkey', assertion);`;

const REGISTER = `
  const { status, body: options } = await send('POST', '/passkeys/options');
  if (status !== 200) return { status, body: options };
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  return send('POST', '/passkeys', { name: 'Laptop', credential });`;

interface Sent {
  status: number;
  body: { code?: string; id?: string; way?: string; person?: { name: string }; data?: unknown[] };
}

/** Runs in the page, so requests carry the cookies of the browser. */
const inPage = (page: Page, script: string) => page.evaluate<Sent>(`(async () => { ${TOOLS} ${script} })()`);

/** Tests passkeys end to end, with a real browser, a virtual authenticator and a page of a real service. */
describe.skipIf(!hasBrowser)('a passkey', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let service: Service;
  let browser: Browser;
  /** Browsers support passkeys only for host names, not for IP addresses. */
  let origin: string;
  let ada: Page;
  let authenticator: VirtualAuthenticator;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    service = await startService({
      DATABASE_URL: await newDatabase(),
      DATA_DIR: `${directory.path}/data`,
      RATE_LIMIT: 'false',
      OVERLOAD_DELAY_MS: '0',
    });
    origin = service.origin.replace('127.0.0.1', 'localhost');
    browser = await launchBrowser();
    ada = await openBrowser('Ada');
    authenticator = await addAuthenticator(ada);
  });

  afterAll(async () => {
    await browser.close();
    await service.end();
    await directory.remove();
  });

  /** Opens a page for somebody who has just signed in by an invitation link. */
  async function openBrowser(name: string): Promise<Page> {
    const reply = await service.fetch('/people', json({ name, role: 'editor' }));
    const { sign_in_link: link } = (await reply.json()) as { sign_in_link: string };
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${origin}/healthz`);
    const signedIn = await inPage(page, `return send('POST', '/session', { link: '${link}' })`);
    expect(signedIn).toMatchObject({ status: 201, body: { way: 'link', person: { name } } });
    return page;
  }

  const register = (page: Page) => inPage(page, REGISTER);
  const signIn = (page: Page) => inPage(page, SIGN_IN);
  const signOut = (page: Page) => inPage(page, `return send('DELETE', '/session')`);
  const whoIsIt = (page: Page) => inPage(page, `return send('GET', '/session')`);

  it('registers a passkey, signs out and signs in with it', async () => {
    expect(await register(ada)).toMatchObject({ status: 201, body: { name: 'Laptop', transports: ['internal'] } });
    expect(await signOut(ada)).toMatchObject({ status: 200 });
    expect(await whoIsIt(ada)).toMatchObject({ status: 401 });
    expect(await signIn(ada)).toMatchObject({ status: 201, body: { way: 'passkey', person: { name: 'Ada' } } });
    expect(await whoIsIt(ada)).toMatchObject({ status: 200, body: { person: { name: 'Ada' } } });
  });

  it('cannot be registered twice on one authenticator, which the browser itself prevents', async () => {
    await expect(register(ada)).rejects.toThrow('InvalidStateError');
  });

  it('opens the session of its owner, whoever was signed in before', async () => {
    const bob = await openBrowser('Bob');
    const borrowed = await addAuthenticator(bob);
    for (const credential of await authenticator.credentials()) await borrowed.add(credential);
    expect(await signIn(bob)).toMatchObject({ status: 201, body: { person: { name: 'Ada' } } });
    await authenticator.clear();
    for (const credential of await borrowed.credentials()) await authenticator.add(credential);
  });

  it('does not work under the name of another person', async () => {
    const bob = await openBrowser('Bob');
    const forged = await addAuthenticator(bob);
    expect(await register(bob)).toMatchObject({ status: 201 });
    const [own] = await forged.credentials();
    const [hers] = await authenticator.credentials();
    if (own?.userHandle === undefined || hers === undefined) throw new Error('there are no passkeys');
    await forged.clear();
    await forged.add({ ...hers, userHandle: own.userHandle, signCount: hers.signCount + 10 });
    expect(await signIn(bob)).toMatchObject({ status: 401, body: { code: 'passkey_rejected' } });
  });

  it('works only once for each challenge', async () => {
    const replayed = await inPage(
      ada,
      `${ASSERT} await send('POST', '/session/passkey', assertion);
      return send('POST', '/session/passkey', assertion);`,
    );
    expect(replayed).toMatchObject({ status: 400, body: { code: 'sign_in_expired' } });
  });

  it('no longer works once its counter has gone backwards', async () => {
    const credentials = await authenticator.credentials();
    const [before] = credentials;
    expect(before?.signCount).toBeGreaterThan(1);
    await authenticator.clear();
    for (const credential of credentials) await authenticator.add({ ...credential, signCount: 0 });
    expect(await signIn(ada)).toMatchObject({ status: 401, body: { code: 'passkey_rejected' } });
    const log = await service.fetch('/audit-log?action=passkey.rejected');
    expect(await log.json()).toMatchObject({ data: [{ action: 'passkey.rejected', details: { counter: 1 } }] });
    await authenticator.clear();
    for (const credential of credentials) await authenticator.add(credential);
    expect(await signIn(ada)).toMatchObject({ status: 201 });
  });

  it('does not work on a page from another origin, even on the same host', async () => {
    const elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('page'));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const begun = await fetch(`${origin}/session/passkey/options`, { method: 'POST' });
    const options = JSON.stringify(await begun.json());
    await ada.goto(`http://localhost:${port}/`);
    const assertion = await inPage(ada, `const options = ${options}; ${USE} return assertion.toJSON();`);
    const [cookie = ''] = begun.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
    const sent = json(assertion);
    const reply = await fetch(`${origin}/session/passkey`, { ...sent, headers: { ...sent.headers, cookie, origin } });
    elsewhere.close();
    elsewhere.closeAllConnections();
    expect(await reply.json()).toMatchObject({ status: 401, code: 'passkey_rejected' });
  });
});
