import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { listChanges as listStored } from '../../store/changes/changes.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { readTime } from '../shared/read-time.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { ChangeQuery, MAX_SUMMARIES } from './schema.ts';
import { presentChange } from './shared/present.ts';
import { readSummaries } from './shared/summaries.ts';

export const listChanges = (deps: Deps) =>
  route<{ Querystring: ChangeQuery }>({
    method: 'GET',
    url: '/changes',
    schema: {
      operationId: 'listChanges',
      tags: ['changes'],
      security: needs('questions:read'),
      summary: 'Every write of questions, newest first; a page may be short or empty although there are more',
      querystring: ChangeQuery,
      response: responses(
        { 200: { description: 'A page of changes', schema: { $ref: 'ChangeList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { actor, kind, question_id, created_after, created_before, include_summary, ...page } = request.query;
      if (include_summary === true) rejectManySummaries(page.limit);
      const filter = {
        actor,
        kind,
        question_id,
        created_after: readTime(created_after),
        created_before: readTime(created_before),
      };
      const { rows, pagination } = await readKeysetPage(request, reply, page, {
        name: `changes ${JSON.stringify(filter)}`,
        list: (keyset) => request.scan((db) => listStored(db, filter, keyset), deps.db.reads),
        keyOf: ({ id }) => id,
      });
      if (include_summary !== true) return { data: rows.map(presentChange), pagination };
      const summaries = await readSummaries(deps, request, rows);
      return { data: rows.map((row) => ({ ...presentChange(row), summary: summaries.get(row.id) })), pagination };
    },
  });

function rejectManySummaries(limit: number): void {
  if (limit <= MAX_SUMMARIES) return;
  const detail = `\`limit\` must be at most ${MAX_SUMMARIES} with \`include_summary\`.`;
  throw violationError([{ code: 'out_of_range', detail, parameter: 'limit' }]);
}
