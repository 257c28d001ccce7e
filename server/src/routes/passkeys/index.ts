import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createPasskey } from './create.ts';
import { deletePasskey } from './delete.ts';
import { listPasskeys } from './list.ts';
import { createPasskeyOptions } from './options.ts';

export function passkeyRoutes(deps: Deps): RouteOptions[] {
  return [listPasskeys(deps), createPasskeyOptions(deps), createPasskey(deps), deletePasskey(deps)];
}
