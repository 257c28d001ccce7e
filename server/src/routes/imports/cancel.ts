import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { endImport } from '../../operations/imports/end-import.ts';
import { findImport } from '../../store/imports/imports.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { canceledImport } from './examples.ts';
import { importPath } from './schema.ts';
import { presentImport, requireImport } from './shared/present.ts';

export const cancelImport = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/imports/:id/cancel',
    schema: {
      operationId: 'cancelImport',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'Cancel an import that is queued or running; what it has written is reverted',
      headers: idempotencyHeader,
      params: importPath,
      response: responses(
        { 200: { description: 'The canceled import', schema: { $ref: 'Import#' }, example: canceledImport } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const result = await replyOnce(deps, request, async (tx) => {
        const record = await requireImport(deps, tx, request);
        if ((await deps.queue.cancel(tx, record.id, deps.now())) === undefined) {
          const { status } = (await findImport(tx, record.id, null)) ?? record; // it may have ended since
          throw new AppError('import_finished', { detail: `The import has already ended: its status is ${status}.` });
        }
        await endImport(deps, tx, record.id, 'canceled');
        const canceled = await findImport(tx, record.id, null);
        return { status: 200, headers: {}, body: JSON.stringify(presentImport(canceled ?? record)) };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });
