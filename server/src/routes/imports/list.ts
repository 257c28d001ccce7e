import type { Deps } from '../../deps.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import { listImports as listStored } from '../../store/imports/imports.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { importOwner, presentImport } from './shared/present.ts';

/** An owner that has no imports. */
const NOBODY = '';

export const listImports = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/imports',
    schema: {
      operationId: 'listImports',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'Your imports of the last 30 days, newest first; the operator sees everybody’s',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of imports', schema: { $ref: 'ImportList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const isShown = visibilityOf(request.principal).answers; // the outcome of an item reveals whether the bank has its answer
      const owner = importOwner(request);
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: 'imports',
        list: (page) => listStored(deps.db.reads, isShown ? owner : NOBODY, page),
        keyOf: ({ id }) => id,
      });
      return { data: rows.map(presentImport), pagination };
    },
  });
