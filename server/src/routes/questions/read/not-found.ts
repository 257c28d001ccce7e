import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';

/** For 30 days a deleted question can come back; then it is swept away. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

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
