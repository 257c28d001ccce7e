import type { Deps } from '../../deps.ts';
import { listImportReports as listStored } from '../../store/imports/reports.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { importPath } from './schema.ts';
import { presentReport, requireImport } from './shared/present.ts';

export const listImportReports = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/imports/:id/reports',
    schema: {
      operationId: 'listImportReports',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'Everything that is wrong with the file: where, what, and how to fix it; in the order of the file',
      params: importPath,
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of reports', schema: { $ref: 'ImportReportList#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const { id } = await requireImport(deps, deps.db.reads, request);
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `reports ${id}`,
        list: (page) => listStored(deps.db.reads, id, page),
        keyOf: ({ number }) => String(number),
      });
      return { data: rows.map(presentReport), pagination };
    },
  });
