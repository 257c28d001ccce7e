import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createToken } from './create.ts';
import { getCurrentToken } from './current.ts';
import { getToken } from './get.ts';
import { listOwnTokens } from './list.ts';
import { revokeOwnToken } from './revoke.ts';
import { rotateTokenSecret } from './rotate.ts';

export function tokenRoutes(deps: Deps): RouteOptions[] {
  return [
    createToken(deps),
    listOwnTokens(deps),
    getCurrentToken(),
    getToken(deps),
    rotateTokenSecret(deps),
    revokeOwnToken(deps),
  ];
}
