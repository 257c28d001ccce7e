import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createClient } from './create.ts';
import { deleteClient } from './delete.ts';
import { getClient } from './get.ts';
import { listOwnClients } from './list.ts';
import { rotateClient } from './rotate.ts';

export function clientRoutes(deps: Deps): RouteOptions[] {
  return [createClient(deps), listOwnClients(deps), getClient(deps), rotateClient(deps), deleteClient(deps)];
}
