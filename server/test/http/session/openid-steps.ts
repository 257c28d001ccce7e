import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { insertPerson } from '../../../src/store/people/people.ts';
import { startTestService, type TestService } from '../../harness.ts';
import type { Headers } from '../credentials.ts';
import { cookiesOf } from '../passkeys/steps.ts';
import { startOpenidProvider, type TestProvider } from './openid-provider.ts';

/** Steps shared by the tests of OpenID. */

const PUBLIC_URL = 'http://localhost';

/** A service connected with a provider in another process. */
export async function startConnectedService(): Promise<{ service: TestService; provider: TestProvider }> {
  const provider = await startOpenidProvider(`${PUBLIC_URL}/session/openid/callback`);
  const service = await startTestService(connectionWith(provider.issuer));
  return { service, provider };
}

export function connectionWith(issuer: string): Record<string, string> {
  return {
    ANONYMOUS_SCOPES: '',
    PUBLIC_URL,
    OPENID_ISSUER: issuer,
    OPENID_CLIENT_ID: 'quaestor',
    OPENID_CLIENT_SECRET: 'quaestor-secret',
  };
}

export async function invite({ deps }: TestService, email: string): Promise<string> {
  const { newId, now, db } = deps;
  const created = {
    id: newId(),
    name: 'Ada',
    email,
    role: 'editor',
    created_by: 'operator',
    created_at: now(),
  } as const;
  return (await insertPerson(db.writes, created)).id;
}

export interface Visit {
  /** The path of the service to which the provider redirected. */
  back: string;
  /** The cookie that the browser kept. */
  headers: Headers;
}

/** Goes from the service to the provider and back, without completing the sign-in. */
export async function visitProvider(service: TestService, provider: TestProvider, query = ''): Promise<Visit> {
  const begun = await service.request({ url: `/session/openid${query}` });
  expect(begun.statusCode, begun.body).toBe(302);
  const back = await provider.visit(String(begun.headers.location));
  expect(back.startsWith(`${PUBLIC_URL}/session/openid/callback?`), back).toBe(true);
  return { back: back.slice(PUBLIC_URL.length), headers: { cookie: cookiesOf(begun) } };
}

export async function signInAtProvider(
  service: TestService,
  provider: TestProvider,
  query = '',
): Promise<LightMyRequestResponse> {
  const { back, headers } = await visitProvider(service, provider, query);
  return service.request({ url: back, headers });
}
