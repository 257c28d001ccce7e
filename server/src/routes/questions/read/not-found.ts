import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import { requestBase } from '../../../plugins/access/origin.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findMergedInto } from '../../../store/questions/merges.ts';

/** The id of the path; a malformed one cannot belong to any question. */
export function questionId(params: { id: string }): string {
  if (!isUuid(params.id)) throw noId(params.id);
  return params.id.toLowerCase();
}

function noId(text: string): AppError {
  const detail = `"${text.slice(0, 100)}" is not a question id: ids are UUIDs. GET /questions lists questions, and searches them with \`q\`.`;
  return new AppError('question_not_found', { detail });
}

export function questionNotFound(id: string, deletedAt?: Date | null): AppError {
  const detail =
    deletedAt == null
      ? `No question has the id "${id.slice(0, 100)}".`
      : `The question was deleted at ${deletedAt.toISOString()}. POST /questions/${id}/restore brings it back within 30 days.`;
  return new AppError('question_not_found', { detail });
}

/** Like `questionNotFound`, but if the question was merged into another one, the error says where it is now. */
export async function missingQuestion(
  db: Executor,
  request: FastifyRequest,
  id: string,
  found: { version: number; deleted_at: Date | null } | undefined,
): Promise<AppError> {
  if (found?.deleted_at == null) return questionNotFound(id);
  const merged_into = await findMergedInto(db, { id, version: found.version });
  if (merged_into === undefined) return questionNotFound(id, found.deleted_at);
  const at = found.deleted_at.toISOString();
  return new AppError('question_not_found', {
    detail: `The question was merged into ${merged_into} at ${at}. Read GET /questions/${merged_into}, or revert the merge.`,
    members: { merged_into },
    headers: { link: `<${requestBase(request)}/questions/${merged_into}>; rel="successor-version"` },
  });
}
