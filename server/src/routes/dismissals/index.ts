import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createRowDismissal } from './create.ts';
import { deleteRowDismissal } from './delete.ts';
import { getRowDismissal } from './get.ts';
import { listRowDismissals } from './list.ts';

export function dismissalRoutes(deps: Deps): RouteOptions[] {
  return [listRowDismissals(deps), createRowDismissal(deps), getRowDismissal(deps), deleteRowDismissal(deps)];
}
