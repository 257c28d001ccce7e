import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';

/** For 30 days a deleted question can come back; then it is swept away. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The id of the path; a malformed one cannot belong to any question. */
export function questionId(params: { id: string }): string {
  if (!isUuid(params.id)) throw questionNotFound(params.id);
  return params.id.toLowerCase();
}

export function questionNotFound(id: string, deletedAt?: Date | null): AppError {
  const detail =
    deletedAt == null
      ? `No question has the id "${id.slice(0, 100)}".`
      : `The question was deleted at ${deletedAt.toISOString()}. POST /questions/${id}/restore brings it back within 30 days.`;
  return new AppError('question_not_found', { detail });
}
