import type { RouteOptions } from 'fastify';
import type { Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { listCategories } from './categories/list.ts';
import { drawRoutes } from './draws/index.ts';
import { drawSchemas } from './draws/schema.ts';
import { QuestionFacets } from './questions/facets.ts';
import { questionRoutes } from './questions/index.ts';
import { LenientResults } from './questions/lenient-schema.ts';
import { RandomDraw } from './questions/random.ts';
import { questionSchemas } from './questions/schema.ts';
import { QuestionVersionList } from './questions/versions.ts';
import { sharedSchemas } from './shared-schemas.ts';
import { healthz, readyz } from './system/health.ts';
import { getMetrics } from './system/metrics.ts';
import { getProblem } from './system/problems.ts';

/** Every route there is. */
export function allRoutes(deps: Deps, metrics: Registry): RouteOptions[] {
  return [
    ...questionRoutes(deps),
    ...drawRoutes(deps),
    listCategories(deps),
    healthz(),
    readyz(deps),
    getMetrics(metrics),
    getProblem(),
  ];
}

/** Schemas with a name of their own in openapi.json. */
export const namedSchemas = [
  ...sharedSchemas,
  ...questionSchemas,
  QuestionVersionList,
  QuestionFacets,
  LenientResults,
  RandomDraw,
  ...drawSchemas,
];
