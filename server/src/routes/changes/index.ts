import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { cancelChange } from './cancel.ts';
import { getChange } from './get.ts';
import { listChangeItems } from './items.ts';
import { listChanges } from './list.ts';
import { previewRevert } from './preview-revert.ts';
import { revertChange } from './revert.ts';

export function changeRoutes(deps: Deps): RouteOptions[] {
  return [
    ...[listChanges(deps), getChange(deps), listChangeItems(deps)],
    ...[previewRevert(deps), revertChange(deps), cancelChange(deps)],
  ];
}
