import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createView } from './create.ts';
import { deleteView } from './delete.ts';
import { getView } from './get.ts';
import { listViews } from './list.ts';
import { updateView } from './update.ts';

export function viewRoutes(deps: Deps): RouteOptions[] {
  return [listViews(deps), createView(deps), getView(deps), updateView(deps), deleteView(deps)];
}
