import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';
import { ownOrigin, type SignedIn, signIn } from '../people.ts';
import { Authenticator, type Mistake } from './authenticator.ts';

/** Steps shared by the tests of passkeys. */

/** Returns the cookies that a reply sets and does not expire, as a browser sends them back. */
export function cookiesOf(reply: LightMyRequestResponse): string {
  return [reply.headers['set-cookie'] ?? []]
    .flat()
    .filter((set) => !set.includes('Max-Age=0'))
    .map((set) => set.split(';')[0])
    .join('; ');
}

export interface Begun<Options> {
  options: Options;
  /** Headers of a browser that keeps its cookies. */
  headers: Headers;
}

async function begin<Options>(service: TestService, url: string, headers: Headers): Promise<Begun<Options>> {
  const reply = await service.request({ method: 'POST', url, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  const cookie = [headers['cookie'], cookiesOf(reply)].filter((part) => part !== undefined).join('; ');
  return { options: reply.json<Options>(), headers: { ...headers, cookie } };
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  excludeCredentials: { id: string }[];
  [more: string]: unknown;
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  userVerification: string;
}

export function beginRegistration(service: TestService, { headers }: SignedIn): Promise<Begun<CreationOptions>> {
  return begin(service, '/passkeys/options', headers);
}

export function beginSignIn(service: TestService, headers: Headers = ownOrigin): Promise<Begun<RequestOptions>> {
  return begin(service, '/session/passkey/options', headers);
}

/** Registers the passkey of an authenticator for a signed-in person. */
export async function register(
  service: TestService,
  person: SignedIn,
  authenticator = new Authenticator(),
  mistake: Mistake = {},
): Promise<LightMyRequestResponse> {
  const { options, headers } = await beginRegistration(service, person);
  const payload = { name: 'Laptop', credential: authenticator.create(options, mistake) };
  return service.request({ method: 'POST', url: '/passkeys', headers, payload });
}

/** Creates a signed-in person with a passkey. */
export async function withPasskey(
  service: TestService,
): Promise<{ person: SignedIn; authenticator: Authenticator; passkeyId: string }> {
  const person = await signIn(service, 'editor');
  const authenticator = new Authenticator();
  const reply = await register(service, person, authenticator);
  expect(reply.statusCode, reply.body).toBe(201);
  return { person, authenticator, passkeyId: reply.json<{ id: string }>().id };
}

/** Signs in as a browser without a session does. */
export async function usePasskey(
  service: TestService,
  authenticator: Authenticator,
  mistake: Mistake = {},
): Promise<LightMyRequestResponse> {
  const { options, headers } = await beginSignIn(service);
  const payload = authenticator.get(options, mistake);
  return service.request({ method: 'POST', url: '/session/passkey', headers, payload });
}
