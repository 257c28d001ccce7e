import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { ImportOptions } from '../../domain/imports/import.ts';
import { AppError } from '../../errors.ts';
import { FORMATS } from '../../formats/index.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { requireStorageLeft } from '../../operations/quotas/storage.ts';
import { tooManyUnfinished } from '../../operations/quotas/unfinished-jobs.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { chargeForBody } from '../../plugins/access/rate-limit.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import {
  countUnfinishedImports,
  deleteUpload,
  findImport,
  insertImport,
  updateImportUploaded,
} from '../../store/imports/imports.ts';
import { route } from '../route.ts';
import { ownerOf, principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { readOptions } from './create/read-options.ts';
import { CHUNK_BYTES, type ReceivedFile, receiveFile, tooLarge } from './create/receive-file.ts';
import { exampleFile, queuedImport } from './examples.ts';
import { ImportQuery } from './schema.ts';
import { presentImport, requireImportsVisible } from './shared/present.ts';

const MEDIA_TYPES = [...new Set(FORMATS.flatMap((format) => ('read' in format ? [...format.mediaTypes] : [])))];

type UploadRequest = FastifyRequest<{ Querystring: ImportQuery }>;

export const createImport = (deps: Deps) =>
  route<{ Querystring: ImportQuery }>({
    method: 'POST',
    url: '/imports',
    bodyLimit: deps.config.importMaxMb * 2 ** 20,
    config: { upload: true, bodyBytesAPoint: CHUNK_BYTES },
    schema: {
      operationId: 'createImport',
      tags: ['imports'],
      security: needs('questions:write'),
      summary: 'Import a file of questions: the body is the file itself, in any of the formats',
      headers: idempotencyHeader,
      querystring: ImportQuery,
      consumes: ['text/csv', ...MEDIA_TYPES.filter((type) => type !== 'text/csv'), 'application/octet-stream'],
      body: { type: 'string', format: 'binary', examples: [exampleFile] },
      response: responses(
        {
          202: {
            description: 'The file has arrived and waits to be checked: ask again at `Location`',
            schema: { $ref: 'Import#' },
            example: queuedImport,
            headers: ['Location'],
          },
        },
        [...POST_REJECTIONS, 428],
      ),
    },
    handler: async (request, reply) => {
      const options = readOptions(deps, request.query);
      requireAllowed(deps, request, options);
      request.endTurn(); // the rest takes as long as the caller takes to send it
      const result = await receive(deps, request, reply, options);
      reply.visibilityApplied = true;
      return sendReply(reply, { ...result, headers: { ...result.headers, 'retry-after': '1' } });
    },
  });

function requireAllowed(deps: Deps, request: UploadRequest, { create_categories, on_duplicate }: ImportOptions): void {
  if (create_categories && !request.principal.scopes.includes('categories:manage'))
    throw insufficientScope(deps, request, ['categories:manage'], ': `create_categories` adds categories.');
  if (on_duplicate === 'update' && deps.config.requireIfMatch)
    throw new AppError('precondition_required', {
      detail:
        'This service rejects changes without If-Match. Use on_duplicate=skip, or update the questions one by one.',
    });
  const maxBytes = deps.config.importMaxMb * 2 ** 20;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

async function receive(
  deps: Deps,
  request: UploadRequest,
  reply: FastifyReply,
  options: ImportOptions,
): Promise<Reply> {
  const { db, config } = deps;
  const [id, owner] = [deps.newId(), ownerOf(request)];
  const { filename = null } = request.query;
  // An upload takes as long as its sender wants. Its row counts towards the limit, so the lock can end here.
  await inTransaction(db.writes, async (tx) => {
    await requireQuota(tx, 'imports', { owner });
    await rejectTooMany(deps, tx, owner);
    const actor = principalOf(request);
    await requireStorageLeft(tx, actor, config.dailyStorageMb);
    await insertImport(tx, { id, created_at: deps.now(), owner, actor, file_name: filename, options });
  });
  let kept = false;
  try {
    const file = await receiveFile(db.writes, id, request.body as AsyncIterable<Uint8Array> | undefined, {
      format: request.query.format,
      fileName: filename ?? undefined,
      contentType: request.headers['content-type'],
      maxBytes: config.importMaxMb * 2 ** 20,
      onStored: (bytes) => chargeForBody(deps, request, reply, bytes),
    });
    requireImportsVisible(deps, request); // after errors of the request itself
    request.body = { sha256: file.sha256.toString('hex') }; // repeated requests are compared by it
    return await replyOnce(deps, request, async (tx) => {
      const queued = await queueImport(deps, request, tx, id, file);
      kept = true;
      return queued;
    });
  } catch (error) {
    kept = false;
    throw error;
  } finally {
    // The upload was cut off, rejected or sent before. If it cannot be deleted now, the sweep deletes it.
    if (!kept) await deleteUpload(db.writes, id).catch(() => {});
  }
}

/** Call it with the imports of the owner locked. */
async function rejectTooMany({ config }: Deps, tx: Executor, owner: string): Promise<void> {
  const unfinished = await countUnfinishedImports(tx, owner);
  const max = config.importsUnfinished;
  if (unfinished >= max) throw tooManyUnfinished('unfinished imports', unfinished, max);
}

async function queueImport(
  deps: Deps,
  request: UploadRequest,
  tx: Executor,
  id: string,
  file: ReceivedFile,
): Promise<Reply> {
  const now = deps.now();
  await updateImportUploaded(tx, id, { ...file, now });
  await deps.queue.submit(tx, 'import.run', { id, owner: ownerOf(request), now, data: {} });
  const record = await findImport(tx, id, null);
  if (record === undefined) throw new Error('the import that was just stored was not found');
  return {
    status: 202,
    headers: { location: `${requestBase(request)}/imports/${id}` },
    body: JSON.stringify(presentImport(record)),
  };
}
