import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createComment } from './create.ts';
import { deleteComment } from './delete.ts';
import { getComment } from './get.ts';
import { listComments } from './list.ts';
import { listCommentsOfAll } from './list-of-all.ts';
import { updateComment } from './update.ts';

export function commentRoutes(deps: Deps): RouteOptions[] {
  return [
    listCommentsOfAll(deps),
    listComments(deps),
    createComment(deps),
    getComment(deps),
    updateComment(deps),
    deleteComment(deps),
  ];
}
