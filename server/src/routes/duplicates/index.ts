import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createDismissal } from './create.ts';
import { deleteDismissal } from './delete.ts';
import { listDismissals } from './list.ts';

export function duplicateRoutes(deps: Deps): RouteOptions[] {
  return [listDismissals(deps), createDismissal(deps), deleteDismissal(deps)];
}
