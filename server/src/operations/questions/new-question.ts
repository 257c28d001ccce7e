import type { Deps } from '../../deps.ts';
import { completeDraft, type QuestionDraft } from '../../domain/questions/question.ts';
import { timeOfUuid } from '../../domain/uuid.ts';
import type { AuthoredQuestion } from '../../store/questions/questions.ts';

/** The maximum number of questions per request. */
export const MAX_QUESTIONS = 1000;

/** The first version of a draft. `created_at` is read from the id, so that the two always agree. */
export function newQuestion(
  draft: QuestionDraft,
  actor: string,
  deps: Pick<Deps, 'newId' | 'categories'>,
): AuthoredQuestion {
  const id = deps.newId();
  const created_at = timeOfUuid(id);
  const content = completeDraft(draft, (name) => deps.categories.current.require(name).name);
  return { ...content, id, version: 1, created_at, updated_at: created_at, updated_by: actor };
}
