import { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import type { ImportRecord } from '../../domain/imports/import.ts';
import { REJECTS_MEDIA_TYPES, rejectsFileOf } from '../../formats/rejected-text.ts';
import { listRejectedItems } from '../../store/imports/reports.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { rejectedExample } from './examples.ts';
import { importPath } from './schema.ts';
import { requireImport } from './shared/present.ts';

const FILE = {
  description:
    'The rejected items in the format of the import; those of a workbook as a tab-separated table, those of QTI as JSON Lines. Without rejected items it contains none',
  content: {
    ...Object.fromEntries(
      REJECTS_MEDIA_TYPES.map((type) => [type, { schema: { type: 'string' }, example: rejectedExample }]),
    ),
    'application/json': { schema: { type: 'object' }, example: { response_code: 0, results: [] } }, // OpenTDB
  },
  headers: { 'Content-Disposition': {} },
};

export const getImportRejects = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/imports/:id/rejects',
    config: { json: false },
    schema: {
      operationId: 'getImportRejects',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'The rejected items as a file that can be fixed and imported again',
      params: importPath,
      response: { ...responses({}, [400, 404, 503, 504]), 200: FILE },
    },
    handler: async (request, reply) => {
      const record = await requireImport(deps, deps.db.reads, request);
      const { mediaType, extension } = rejectsFileOf(record.format);
      reply.visibilityApplied = true;
      return reply
        .type(`${mediaType}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="rejects-${record.id}.${extension}"`)
        .send(Readable.from(rejectsFile(deps, record)));
    },
  });

async function* rejectsFile(deps: Deps, { id, format, header }: ImportRecord): AsyncGenerator<string> {
  const { start, between, end } = rejectsFileOf(format);
  yield start(header ?? '');
  let first = true;
  for await (const item of listRejectedItems(deps.db.reads, id)) {
    yield first ? item : `${between}${item}`;
    first = false;
  }
  yield end;
}
