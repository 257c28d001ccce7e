import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { asOperator, type TestService } from '../harness.ts';
import { expectProblem } from './common.ts';

/** Steps and guarantees shared by the tests of keys, clients and OAuth. */

export type Headers = Record<string, string>;

export interface ApiKey {
  id: string;
  kind: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  version: number;
}
export type NewApiKey = ApiKey & { token: string };

export interface OauthClient {
  client_id: string;
  name: string;
  scopes: string[];
  created_by: string;
  created_at: string;
  last_used_at: string | null;
}
export type NewOauthClient = OauthClient & { client_secret: string };

export interface AccessToken {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

export const ALL_SCOPES = [
  ...['questions:read', 'questions:play', 'questions:write', 'questions:delete'],
  ...[
    'analysis:read',
    'analysis:run',
    'events:read',
    'webhooks:manage',
    'tokens:manage',
    'audit:read',
    'categories:manage',
    'people:manage',
  ],
];
/** The scopes that an API key may have. */
export const KEY_SCOPES = ALL_SCOPES.filter((scope) => scope !== 'tokens:manage' && scope !== 'people:manage');
export const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
export const UNKNOWN_ID = '00000000-0000-7000-8000-00000000ffff';

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
export const basic = (id: string, secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

export async function createKey(
  service: TestService,
  change: object = {},
  headers: Headers = asOperator,
): Promise<NewApiKey> {
  const payload = { name: 'a key', scopes: ['questions:read'], ...change };
  const reply = await service.request({ method: 'POST', url: '/tokens', headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<NewApiKey>();
}

export async function createClient(
  service: TestService,
  change: object = {},
  headers: Headers = asOperator,
): Promise<NewOauthClient> {
  const payload = { name: 'a client', scopes: ['questions:read'], ...change };
  const reply = await service.request({ method: 'POST', url: '/clients', headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<NewOauthClient>();
}

type Login = Pick<NewOauthClient, 'client_id' | 'client_secret'>;

/** Sends a POST to an OAuth endpoint with the client in the body. */
export function oauthRequest(endpoint: string, { client_id, client_secret }: Login, parameters: object): InjectOptions {
  return { method: 'POST', url: `/oauth/${endpoint}`, payload: { client_id, client_secret, ...parameters } };
}

export async function getAccessToken(service: TestService, client: Login, scope?: string): Promise<AccessToken> {
  const reply = await service.request(oauthRequest('token', client, { grant_type: 'client_credentials', scope }));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AccessToken>();
}

export interface Manager {
  client_id: string;
  client_secret: string;
  /** The principal that owns whatever it creates. */
  principal: string;
  headers: Headers;
}

/** A manager of credentials other than the operator, which can only be an OAuth client. */
export async function createManager(service: TestService, scopes: readonly string[] = []): Promise<Manager> {
  const client = await createClient(service, { name: 'manager', scopes: ['tokens:manage', ...scopes] });
  const { access_token } = await getAccessToken(service, client);
  const { client_id, client_secret } = client;
  return { client_id, client_secret, principal: `client:${client_id}`, headers: bearer(access_token) };
}

/** Returns the status of a request with this token. */
export async function statusFor(service: TestService, token: string, url = '/tokens/current'): Promise<number> {
  return (await service.request({ url, headers: bearer(token) })).statusCode;
}

/** Runs a step at another time, then resets the clock. Cached tokens are validated again. */
export async function at<Result>(service: TestService, now: Date, work: () => Promise<Result>): Promise<Result> {
  service.clock.now = now;
  service.deps.authenticator.recheckAll();
  try {
    return await work();
  } finally {
    delete service.clock.now;
    service.deps.authenticator.recheckAll();
  }
}

export const secondsAfter = (time: string | Date, seconds: number): Date =>
  new Date(new Date(time).getTime() + seconds * 1000);

export const DAY_SECONDS = 24 * 60 * 60;

/** A resource of another owner gets the same rejection as an unknown one, word for word. */
export function expectAlike(
  code: 'token_not_found' | 'client_not_found',
  foreign: { id: string; reply: LightMyRequestResponse },
  unknown: { id: string; reply: LightMyRequestResponse },
): void {
  const [first, second] = [foreign, unknown].map(({ id, reply }) => {
    const { request_id: _request, ...problem } = expectProblem(reply, 404, code);
    const { 'x-request-id': _id, date: _date, ...headers } = reply.headers;
    return { headers, body: JSON.stringify(problem).replaceAll(id, '<id>') };
  });
  expect(first).toEqual(second);
}

/** Returns all texts about access in the database, to search them for secrets. */
export async function storedTexts({ deps }: TestService): Promise<string> {
  const tables = ['tokens', 'oauth_clients', 'access_tokens', 'idempotency_keys', 'audit_log', 'events'];
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await deps.db.reads.query<{ text: string }>(
      `select row_to_json(entry)::text as text from ${table} entry`,
    );
    // Bytes are written in hex, because they may contain a secret too.
    texts.push(
      ...rows.map(({ text }) =>
        text.replaceAll(/\\\\x([\da-f]+)/gu, (_all, hex: string) => String(Buffer.from(hex, 'hex'))),
      ),
    );
  }
  return texts.join('\n');
}

export async function expectNowhereStored(service: TestService, secrets: readonly string[]): Promise<void> {
  const stored = await storedTexts(service);
  expect(stored).not.toBe('');
  for (const secret of secrets) {
    for (const spelling of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]) {
      expect(stored).not.toContain(spelling);
    }
  }
}

export interface AuditEntry {
  sequence: string;
  occurred_at: string;
  action: string;
  actor: string;
  target: string | null;
  address: string;
  request_id: string;
  details: Record<string, unknown>;
}

/** Returns the entries of the audit log about a target, oldest first. */
export async function auditOf(service: TestService, target: string): Promise<AuditEntry[]> {
  const reply = await service.request({ url: '/audit-log?limit=1000', headers: asOperator });
  expect(reply.statusCode, reply.body).toBe(200);
  const { data } = reply.json<{ data: AuditEntry[] }>();
  return data.filter((entry) => entry.target === target).toReversed();
}

export interface CredentialEvent {
  type: string;
  version: number;
  changed: string[];
  actor: string;
}

/** Returns the events about a credential in the outbox, oldest first. */
export async function credentialEvents({ deps }: TestService, id: string): Promise<CredentialEvent[]> {
  const { rows } = await deps.db.reads.query<CredentialEvent>({
    text: 'select type, version, changed, actor from events where resource_id = $1 order by sequence',
    values: [id],
  });
  return rows;
}

export const freshIdempotencyKey = (): Headers => ({ 'idempotency-key': randomUUID() });
