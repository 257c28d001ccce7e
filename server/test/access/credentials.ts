import { newSecret } from '../../src/access/secrets.ts';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { digestSecret } from '../../src/domain/tokens/secret.ts';
import { insertToken } from '../../src/store/tokens/tokens.ts';
import type { TestService } from '../harness.ts';
import { createClient, createKey, type NewApiKey, type NewOauthClient, oauthRequest } from '../http/credentials.ts';

/** Credentials by their permissions. */

export function keyWith(service: TestService, scopes: readonly Scope[]): Promise<NewApiKey> {
  return createKey(service, { scopes });
}

export function clientWith(service: TestService, scopes: readonly Scope[]): Promise<NewOauthClient> {
  return createClient(service, { scopes });
}

export async function login(service: TestService, client: NewOauthClient, remoteAddress?: string): Promise<string> {
  const reply = await service.request({
    ...oauthRequest('token', client, { grant_type: 'client_credentials' }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  return reply.json<{ access_token: string }>().access_token;
}

/** A token with exactly these scopes: a key, or an access token if a key may not have them. */
export async function tokenWith(service: TestService, scopes: readonly Scope[]): Promise<string> {
  if (!scopes.includes('tokens:manage') && !scopes.includes('people:manage'))
    return (await keyWith(service, scopes)).token;
  return login(service, await clientWith(service, scopes));
}

/** A key written directly to the database, which costs nobody any points. */
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
