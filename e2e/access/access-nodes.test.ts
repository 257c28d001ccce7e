/** @module-tag release */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { json, type Service, startService, temporaryDirectory } from '../support/service.ts';

/** Two processes on one database, as behind a load balancer. */
const directory = await temporaryDirectory();
const first = await startService({ DATA_DIR: `${directory.path}/data`, RATE_LIMIT: 'false' });
const port = readFileSync(`${directory.path}/data/postgres/postmaster.pid`, 'utf8').split('\n')[3];
const second = await startService(
  { DATABASE_URL: `postgres://quaestor@127.0.0.1:${port}/quaestor`, RATE_LIMIT: 'false' },
  [],
  'api',
);
afterAll(async () => {
  await second.end();
  await first.end();
  await directory.remove();
});

const WITHIN_MS = 1000;

type Headers = Record<string, string>;

async function status(node: Service, credential: string | Headers, path = '/questions?limit=1'): Promise<number> {
  const headers = typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential;
  const reply = await fetch(`${node.origin}${path}`, { headers });
  await reply.arrayBuffer();
  return reply.status;
}

async function made<Body>(reply: Promise<Response>): Promise<Body> {
  return (await (await reply).json()) as Body;
}

const key = () =>
  made<{ id: string; token: string }>(first.fetch('/tokens', json({ name: 'k', scopes: ['questions:read'] })));

interface Client {
  client_id: string;
  client_secret: string;
}
const client = () => made<Client>(first.fetch('/clients', json({ name: 'c', scopes: ['questions:read'] })));

async function login({ client_id, client_secret }: Client): Promise<string> {
  const body = json({ grant_type: 'client_credentials', client_id, client_secret });
  const { access_token } = (await (await fetch(`${first.origin}/oauth/token`, body)).json()) as {
    access_token: string;
  };
  return access_token;
}

/** Uses the token on both nodes continuously, ends it, and returns the time until both nodes reject it. */
async function timeUntilRejected(
  token: string | Headers,
  end: () => Promise<Response>,
  { path = '/questions?limit=1', rejection = 401 } = {},
): Promise<number> {
  const nodes = [first, second];
  for (const node of nodes) expect(await status(node, token, path)).toBe(200);
  let ended = false;
  const lastAccepted = nodes.map(() => 0);
  const load = nodes.map(async (node, index) => {
    while (!ended) if ((await status(node, token, path)) === 200) lastAccepted[index] = performance.now();
  });
  await wait(300);
  const reply = await end();
  expect(reply.ok).toBe(true);
  const revoked = performance.now();
  await wait(2 * WITHIN_MS);
  ended = true;
  await Promise.all(load);
  for (const node of nodes) expect(await status(node, token, path)).toBe(rejection);
  const took = Math.max(...lastAccepted) - revoked;
  process.stdout.write(`accepted for ${took.toFixed(0)} ms after its end\n`);
  return took;
}

describe('a token that ends on one node is rejected by both within a second', () => {
  it('for an API key', async () => {
    const { id, token } = await key();
    expect(await timeUntilRejected(token, () => first.fetch(`/tokens/${id}`, { method: 'DELETE' }))).toBeLessThan(
      WITHIN_MS,
    );
  });

  it('for an API key, through the other node', async () => {
    const { id, token } = await key();
    expect(await timeUntilRejected(token, () => second.fetch(`/tokens/${id}`, { method: 'DELETE' }))).toBeLessThan(
      WITHIN_MS,
    );
  });

  it('for an API key whose secret was rotated without a grace period', async () => {
    const { id, token } = await key();
    const rotate = () => second.fetch(`/tokens/${id}/rotate`, json({ grace_seconds: 0 }));
    expect(await timeUntilRejected(token, rotate)).toBeLessThan(WITHIN_MS);
  });

  it('for an access token', async () => {
    const owner = await client();
    const token = await login(owner);
    const revoke = () => fetch(`${second.origin}/oauth/revoke`, json({ ...owner, token }));
    expect(await timeUntilRejected(token, revoke)).toBeLessThan(WITHIN_MS);
  });

  it('for an access token whose client was deleted', async () => {
    const owner = await client();
    const token = await login(owner);
    const remove = () => first.fetch(`/clients/${owner.client_id}`, { method: 'DELETE' });
    expect(await timeUntilRejected(token, remove)).toBeLessThan(WITHIN_MS);
  });
});

interface Invited {
  id: string;
  sign_in_link: string;
}

/** Returns the cookie of somebody who is signed in on the first node. */
async function signIn(role: string): Promise<{ id: string; cookie: Headers }> {
  const person = await made<Invited>(first.fetch('/people', json({ name: 'Ada', role })));
  const reply = await fetch(`${first.origin}/session`, json({ link: person.sign_in_link }));
  expect(reply.status).toBe(201);
  return { id: person.id, cookie: { cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' } };
}

describe('rights that a person has lost are rejected by both within a second', () => {
  it('rejects everything from a person who was removed', async () => {
    const { id, cookie } = await signIn('editor');
    const remove = () => second.fetch(`/people/${id}`, { method: 'DELETE' });
    expect(await timeUntilRejected(cookie, remove)).toBeLessThan(WITHIN_MS);
  });

  it('rejects operations that the new role of a demoted person does not allow', async () => {
    await signIn('administrator'); // because the last administrator cannot be demoted
    const { id, cookie } = await signIn('administrator');
    const lower = () => second.fetch(`/people/${id}`, json({ role: 'viewer' }, 'PATCH'));
    const asked = { path: '/audit-log?limit=1', rejection: 403 };
    expect(await timeUntilRejected(cookie, lower, asked)).toBeLessThan(WITHIN_MS);
    expect(await status(first, cookie)).toBe(200);
  });

  it('rejects everything from a person who signed out', async () => {
    const { cookie } = await signIn('viewer');
    const signOut = () =>
      fetch(`${second.origin}/session`, { method: 'DELETE', headers: { ...cookie, origin: second.origin } });
    expect(await timeUntilRejected(cookie, signOut)).toBeLessThan(WITHIN_MS);
  });
});
