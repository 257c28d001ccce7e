import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { cancelMerge } from './cancel-merge.ts';
import { createCategory } from './create.ts';
import { deleteCategory } from './delete.ts';
import { getCategory } from './get.ts';
import { getMerge } from './get-merge.ts';
import { listCategories } from './list.ts';
import { renameCategory } from './rename.ts';

export function categoryRoutes(deps: Deps): RouteOptions[] {
  return [
    listCategories(deps),
    createCategory(deps),
    getCategory(deps),
    renameCategory(deps),
    deleteCategory(deps),
    getMerge(deps),
    cancelMerge(deps),
  ];
}
