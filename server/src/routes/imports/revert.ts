import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { holdPlaceOfJob, REVERTS } from '../../operations/quotas/unfinished-jobs.ts';
import { chargeForRows } from '../../plugins/access/rate-limit.ts';
import { findLastBatch } from '../../store/imports/batches.ts';
import { findImport, updateImportUndo } from '../../store/imports/imports.ts';
import { includeChanged } from '../changes/schema.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { undoneImport } from './examples.ts';
import { importPath } from './schema.ts';
import { presentImport, requireImport } from './shared/present.ts';

const RevertQuery = Type.Object(includeChanged, { additionalProperties: false });
type RevertQuery = Static<typeof RevertQuery>;

export const revertImport = (deps: Deps) => revertRoute(deps, '/imports/:id/revert', { operationId: 'revertImport' });

export const undoImport = (deps: Deps) =>
  revertRoute(deps, '/imports/:id/undo', {
    operationId: 'undoImport',
    deprecated: true,
    description: 'Use `/imports/{id}/revert`, which does the same.',
  });

const revertRoute = (
  deps: Deps,
  url: string,
  operation: { operationId: string; deprecated?: true; description?: string },
) =>
  route<{ Params: { id: string }; Querystring: RevertQuery }>({
    method: 'POST',
    url,
    schema: {
      ...operation,
      tags: ['imports'],
      security: needs('questions:write'),
      summary:
        'Revert an import: delete the questions that it created, and restore the former content of those that it updated',
      headers: idempotencyHeader,
      params: importPath,
      querystring: RevertQuery,
      response: responses(
        {
          202: {
            description: 'The import is being reverted: `undo` shows the progress',
            schema: { $ref: 'Import#' },
            example: undoneImport,
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const { include_changed = false } = request.query;
      const result = await replyOnce(deps, request, async (tx) => {
        const record = await requireImport(deps, tx, request);
        const { id, status, owner } = record;
        if (status === 'queued' || status === 'running')
          throw new AppError('import_unfinished', { detail: `The import has not ended: its status is ${status}.` });
        const undoId = deps.newId();
        if ((await findLastBatch(tx, id)) === undefined || !(await updateImportUndo(tx, id, undoId)))
          throw new AppError('import_undone');
        await holdPlaceOfJob(tx, REVERTS, owner, deps.config.bulkUnfinished);
        await chargeForRows(deps, request, reply, record.created + record.updated);
        await deps.queue.submit(tx, 'import.undo', {
          id: undoId,
          owner,
          now: deps.now(),
          data: { import_id: id, include_changed },
        });
        const undone = await findImport(tx, id, null);
        return {
          status: 202,
          headers: { 'retry-after': '1' },
          body: JSON.stringify(presentImport(undone ?? record)),
        };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });
