import type { AppEvent, QuestionEventType } from '../../domain/events.ts';
import type { Question } from '../../domain/questions/question.ts';

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
