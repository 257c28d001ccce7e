import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { importPath } from './schema.ts';
import { presentImport, requireImport } from './shared/present.ts';

export const getImport = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/imports/:id',
    schema: {
      operationId: 'getImport',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'An import: its progress, the outcome for the items of its file, and how the file was read',
      params: importPath,
      response: responses({ 200: { description: 'The import', schema: { $ref: 'Import#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => presentImport(await requireImport(deps, deps.db.reads, request)),
  });
