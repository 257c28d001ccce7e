import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import type { Role } from '../../src/domain/people/role.ts';
import { digestSecret } from '../../src/domain/tokens/secret.ts';
import { insertLink } from '../../src/store/people/links.ts';
import { insertPerson } from '../../src/store/people/people.ts';
import type { TestService } from '../harness.ts';
import type { Headers } from './credentials.ts';

/** Steps shared by the tests of people and sessions. */

/** The headers that a page of the service sends with every write. */
export const ownOrigin: Headers = { origin: 'http://localhost' };

export interface CurrentSession {
  id: string;
  way: string;
  user_agent: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  idle_expires_at: string;
  reauthenticate_after: string;
  current: boolean;
  principal: string;
  person: { id: string; name: string; email: string | null; role: Role };
  scopes: string[];
}

/** Creates a person without an inviter. */
export async function plantPerson({ deps }: TestService, role: Role, name = 'Ada'): Promise<string> {
  const { newId, now, db } = deps;
  const { id } = await insertPerson(db.writes, {
    id: newId(),
    name,
    email: null,
    role,
    created_by: 'operator',
    created_at: now(),
  });
  return id;
}

/** Creates a link that works once, for an hour. */
export async function plantLink({ deps }: TestService, personId: string): Promise<string> {
  const secret = newSecret('link');
  const created_at = deps.now();
  await insertLink(deps.db.writes, {
    person_id: personId,
    digest: digestSecret(secret),
    created_by: 'operator',
    created_at,
    expires_at: new Date(created_at.getTime() + 3_600_000),
  });
  return secret;
}

export function sendLink(service: TestService, link: string, headers: Headers = {}): Promise<LightMyRequestResponse> {
  return service.request({ method: 'POST', url: '/session', headers, payload: { link } });
}

/** Returns the cookie that a reply sets, as a browser sends it back. */
export function cookieOf(reply: LightMyRequestResponse): string {
  return String(reply.headers['set-cookie']).split(';')[0] ?? '';
}

export interface SignedIn {
  personId: string;
  /** Headers of a browser on a page of the service. */
  headers: Headers;
  session: CurrentSession;
}

/** Creates a person who has just signed in. */
export async function signIn(service: TestService, role: Role, person?: string): Promise<SignedIn> {
  const personId = person ?? (await plantPerson(service, role));
  const reply = await sendLink(service, await plantLink(service, personId), { 'user-agent': 'a browser' });
  expect(reply.statusCode, reply.body).toBe(201);
  return { personId, headers: { ...ownOrigin, cookie: cookieOf(reply) }, session: reply.json<CurrentSession>() };
}

export interface Person {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  last_used_at: string | null;
  link_expires_at: string | null;
  removed_at: string | null;
}
export type NewPerson = Person & { sign_in_link: string };
