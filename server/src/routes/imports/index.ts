import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { cancelImport } from './cancel.ts';
import { getImport } from './get.ts';
import { listImports } from './list.ts';
import { getImportRejects } from './rejects.ts';
import { listImportReports } from './reports.ts';
import { revertImport, undoImport } from './revert.ts';

/** All but the upload itself, which accepts bodies of any type. */
export function importRoutes(deps: Deps): RouteOptions[] {
  return [
    listImports(deps),
    getImport(deps),
    listImportReports(deps),
    getImportRejects(deps),
    cancelImport(deps),
    revertImport(deps),
    undoImport(deps),
  ];
}
