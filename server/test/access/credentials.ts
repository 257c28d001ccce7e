import type { Scope } from '../../src/domain/scope.ts';
import { digestSecret } from '../../src/domain/secret.ts';
import { newSecret } from '../../src/secrets.ts';
import { insertToken } from '../../src/store/tokens.ts';
import type { TestService } from '../harness.ts';
import { createClient, createKey, getAccessToken, type NewApiKey, type NewOauthClient } from '../http/credentials.ts';

/** Credentials by what they may do. */

export function keyWith(service: TestService, scopes: readonly Scope[]): Promise<NewApiKey> {
  return createKey(service, { scopes });
}

export function clientWith(service: TestService, scopes: readonly Scope[]): Promise<NewOauthClient> {
  return createClient(service, { scopes });
}

export async function login(service: TestService, client: NewOauthClient): Promise<string> {
  return (await getAccessToken(service, client)).access_token;
}

/** A token with these scopes and no others: a key, or an access token where a key may not have them. */
export async function tokenWith(service: TestService, scopes: readonly Scope[]): Promise<string> {
  if (!scopes.includes('tokens:manage')) return (await keyWith(service, scopes)).token;
  return login(service, await clientWith(service, scopes));
}

/** A key that cost nobody any points. */
export async function plantKey(service: TestService, scopes: readonly Scope[]): Promise<string> {
  const secret = newSecret('key');
  const now = service.deps.now();
  await insertToken(service.deps.db.writes, {
    id: service.deps.newId(),
    kind: 'api_key',
    name: 'planted',
    scopes,
    created_by: 'operator',
    created_at: now,
    expires_at: new Date(now.getTime() + 3_600_000),
    digest: digestSecret(secret),
  });
  return secret;
}
