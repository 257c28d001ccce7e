import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createDraw } from './create.ts';
import { getDraw } from './get.ts';
import { drawNext } from './next.ts';

export function drawRoutes(deps: Deps): RouteOptions[] {
  return [createDraw(deps), getDraw(deps), drawNext(deps)];
}
