import type { Deps } from '../../../deps.ts';
import type { AppEvent, QuestionEventType } from '../../../domain/events.ts';
import { completeDraft, type Question, type QuestionDraft } from '../../../domain/questions/question.ts';
import type { AuthoredQuestion } from '../../../store/questions/questions.ts';

/** As many as one request may bring. */
export const MAX_QUESTIONS = 1000;

/** The id holds the time of creation: one is read from the other, so they never disagree. */
export function newQuestion(draft: QuestionDraft, actor: string, deps: Deps): AuthoredQuestion {
  const id = deps.newId();
  const created_at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const content = completeDraft(draft, (name) => deps.categories.current.require(name).name);
  return { ...content, id, version: 1, created_at, updated_at: created_at, updated_by: actor };
}

export function questionEvent(
  type: QuestionEventType,
  question: Question,
  { actor, change_id, changed = [] }: { actor: string; change_id: string; changed?: readonly string[] },
): AppEvent {
  return {
    type,
    resource_id: question.id,
    version: question.version,
    changed,
    actor,
    occurred_at: question.updated_at,
    change_id,
  };
}
