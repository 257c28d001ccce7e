import type { Adapter, AdapterPayload } from 'oidc-provider';
import { readScopes } from '../domain/tokens/scope.ts';
import { digestSecret } from '../domain/tokens/secret.ts';
import { isUuid } from '../domain/uuid.ts';
import { findClientLogin } from '../store/clients.ts';
import type { Executor } from '../store/database/database.ts';
import { deleteAccessToken, findAccessToken, insertAccessToken } from '../store/tokens/access-tokens.ts';

export interface OauthStorage {
  reads: Executor;
  writes: Executor;
  now: () => Date;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Stores the clients and tokens of the OAuth server in our tables, without readable secrets. */
export function oauthAdapter(storage: OauthStorage): (model: string) => Adapter {
  const adapters: Readonly<Record<string, Adapter>> = {
    Client: clients(storage),
    ClientCredentials: accessTokens(storage),
  };
  return (model) => adapters[model] ?? NOTHING;
}

function clients({ reads, now }: OauthStorage): Adapter {
  return {
    ...NOTHING,
    find: async (id) => {
      const { known, scopes, digests } = await findClientLogin(reads, isUuid(id) ? id : NIL_UUID, now());
      return {
        client_id: known ? id.toLowerCase() : 'nobody', // one id for all unknown clients, as the server caches clients
        client_secret: digests.map((digest) => digest.toString('hex')).join(' '),
        scope: scopes.join(' '),
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: 'client_secret_basic',
      };
    },
  };
}

/**
 * The server identifies a token by the token itself (`jti`): its digest is stored, and the token is returned from the
 * query.
 */
function accessTokens({ reads, writes }: OauthStorage): Adapter {
  return {
    ...NOTHING,
    upsert: async (id, { clientId = '', scope = '', iat = 0, exp = 0 }: AdapterPayload) => {
      await insertAccessToken(writes, digestSecret(id), {
        client_id: clientId,
        scopes: readScopes(scope),
        issued_at: new Date(iat * 1000),
        expires_at: new Date(exp * 1000),
      });
    },
    find: async (id) => {
      const found = await findAccessToken(reads, digestSecret(id));
      if (found === undefined) return undefined;
      return {
        jti: id,
        kind: 'ClientCredentials',
        clientId: found.client_id,
        scope: found.scopes.join(' '),
        iat: found.issued_at.getTime() / 1000,
        exp: found.expires_at.getTime() / 1000,
      };
    },
    destroy: (id) => deleteAccessToken(writes, digestSecret(id)),
  };
}

/** Models of disabled flows: the server looks them up with every token and never finds any. */
const reject = () => Promise.reject(new Error('This part of the OAuth server is disabled.'));
const NOTHING: Adapter = {
  upsert: reject,
  consume: reject,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  destroy: reject,
  revokeByGrantId: reject,
};
