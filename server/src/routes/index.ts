import type { RouteOptions } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Pictures } from '../plots/pictures.ts';
import { analysisRoutes } from './analysis/index.ts';
import { analysisSchemas } from './analysis/schema.ts';
import { assignmentRoutes } from './assignments/index.ts';
import { assignmentSchemas } from './assignments/schema.ts';
import { AuditLog, listAuditLog } from './audit/list.ts';
import { categoryRoutes } from './categories/index.ts';
import { categorySchemas } from './categories/schema.ts';
import { changeRoutes } from './changes/index.ts';
import { changeSchemas } from './changes/schema.ts';
import { clientRoutes } from './clients/index.ts';
import { clientSchemas } from './clients/schema.ts';
import { commentRoutes } from './comments/index.ts';
import { commentSchemas } from './comments/schema.ts';
import { datasetRoutes } from './datasets/index.ts';
import { datasetSchemas } from './datasets/schema.ts';
import { dismissalRoutes } from './dismissals/index.ts';
import { dismissalSchemas } from './dismissals/schema.ts';
import { drawRoutes } from './draws/index.ts';
import { drawSchemas } from './draws/schema.ts';
import { duplicateRoutes } from './duplicates/index.ts';
import { duplicateSchemas } from './duplicates/schema.ts';
import { listEvents } from './events/list.ts';
import { eventSchemas } from './events/schema.ts';
import type { StreamHub } from './events/stream/hub.ts';
import { createImport } from './imports/create.ts';
import { importRoutes } from './imports/index.ts';
import { importSchemas } from './imports/schema.ts';
import { OauthError, oauthEndpoints } from './oauth/endpoints.ts';
import { resourceMetadata, serverMetadata } from './oauth/metadata.ts';
import { passkeyRoutes } from './passkeys/index.ts';
import { passkeySchemas } from './passkeys/schema.ts';
import { peopleRoutes } from './people/index.ts';
import { peopleSchemas } from './people/schema.ts';
import { bulkSchemas } from './questions/bulk/schema.ts';
import { LenientResults } from './questions/create/lenient-schema.ts';
import { DuplicateOf } from './questions/create/present-duplicate.ts';
import { QuestionFacets } from './questions/facets.ts';
import { questionRoutes } from './questions/index.ts';
import { MergeRequest } from './questions/merge/schema.ts';
import { RandomDraw } from './questions/random.ts';
import { questionSchemas } from './questions/schema.ts';
import { QuestionVersionList } from './questions/versions.ts';
import { deleteOwnSession } from './sessions/delete.ts';
import { listOwnSessions } from './sessions/list.ts';
import { RotateRequest } from './shared/credential-schema.ts';
import { ExportReport } from './shared/export/report.ts';
import { sharedSchemas } from './shared/shared-schemas.ts';
import { sessionRoutes } from './sign-in/index.ts';
import { sessionSchemas } from './sign-in/schema.ts';
import { healthz, readyz } from './system/health.ts';
import { getHome } from './system/home.ts';
import { getMetrics } from './system/metrics.ts';
import { getProblem } from './system/problems.ts';
import { tokenRoutes } from './tokens/index.ts';
import { tokenSchemas } from './tokens/schema.ts';
import { viewRoutes } from './views/index.ts';
import { viewSchemas } from './views/schema.ts';
import { webhookRoutes } from './webhooks/index.ts';
import { webhookSchemas } from './webhooks/schema.ts';

/** Every route. */
export function allRoutes(deps: Deps, pictures: Pictures, streams: StreamHub): RouteOptions[] {
  const ownIssuer = deps.config.authIssuer === undefined;
  return [
    ...questionRoutes(deps),
    ...commentRoutes(deps),
    ...viewRoutes(deps),
    ...drawRoutes(deps),
    ...datasetRoutes(deps),
    ...analysisRoutes(deps, pictures),
    ...dismissalRoutes(deps),
    ...duplicateRoutes(deps),
    ...assignmentRoutes(deps),
    ...importRoutes(deps),
    ...changeRoutes(deps),
    listEvents(deps, streams),
    ...categoryRoutes(deps),
    ...webhookRoutes(deps),
    ...peopleRoutes(deps),
    ...sessionRoutes(deps),
    ...passkeyRoutes(deps),
    listOwnSessions(deps),
    deleteOwnSession(deps),
    ...tokenRoutes(deps),
    ...(ownIssuer ? clientRoutes(deps) : []),
    listAuditLog(deps),
    ...(ownIssuer ? [serverMetadata(deps)] : []),
    resourceMetadata(deps),
    getHome(deps),
    ...probeRoutes(deps),
    getProblem(),
  ];
}

/** Routes of every process, including the worker. */
export function probeRoutes(deps: Deps): RouteOptions[] {
  return [healthz(), readyz(deps), getMetrics(deps)];
}

/** Routes that accept forms as well as JSON. */
export function formRoutes(deps: Deps): RouteOptions[] {
  return deps.config.authIssuer === undefined ? oauthEndpoints(deps) : [];
}

/** Routes that accept a file unparsed, whatever its type. */
export function uploadRoutes(deps: Deps): RouteOptions[] {
  return [createImport(deps)];
}

/** Schemas that are named in openapi.json. */
export const namedSchemas = [
  ...sharedSchemas,
  ...questionSchemas,
  QuestionVersionList,
  ...commentSchemas,
  ...viewSchemas,
  QuestionFacets,
  ExportReport,
  ...bulkSchemas,
  MergeRequest,
  LenientResults,
  DuplicateOf,
  RandomDraw,
  ...drawSchemas,
  ...datasetSchemas,
  ...analysisSchemas,
  ...dismissalSchemas,
  ...duplicateSchemas,
  ...assignmentSchemas,
  ...importSchemas,
  ...changeSchemas,
  ...eventSchemas,
  ...categorySchemas,
  ...webhookSchemas,
  ...peopleSchemas,
  ...sessionSchemas,
  ...passkeySchemas,
  RotateRequest,
  ...tokenSchemas,
  ...clientSchemas,
  OauthError,
  AuditLog,
];
