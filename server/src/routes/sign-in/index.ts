import type { RouteOptions } from 'fastify';
import { OpenidProvider } from '../../access/openid-provider.ts';
import type { Deps } from '../../deps.ts';
import { createSession } from './create.ts';
import { deleteSession } from './delete.ts';
import { getSession } from './get.ts';
import { beginOpenidSession } from './openid.ts';
import { finishOpenidSession } from './openid-callback.ts';
import { getSessionOptions } from './options.ts';
import { createPasskeySession } from './passkey.ts';
import { createPasskeySignInOptions } from './passkey-options.ts';
import { updateSession } from './update.ts';

export function sessionRoutes(deps: Deps): RouteOptions[] {
  const provider = openidProvider(deps);
  return [
    createSession(deps),
    getSession(deps),
    updateSession(deps),
    deleteSession(deps),
    getSessionOptions(deps),
    createPasskeySignInOptions(deps),
    createPasskeySession(deps),
    beginOpenidSession(deps, provider),
    finishOpenidSession(deps, provider),
  ];
}

function openidProvider({ config }: Deps): OpenidProvider | undefined {
  const { openidIssuer: issuer, openidClientId: clientId, openidClientSecret: clientSecret } = config;
  return issuer === undefined || clientId === undefined
    ? undefined
    : new OpenidProvider({ issuer, clientId, clientSecret });
}
