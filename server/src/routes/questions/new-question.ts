import type { Deps } from '../../deps.ts';
import type { AppEvent, QuestionEventType } from '../../domain/event.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/prepared-question.ts';
import { completeDraft, type Question, type QuestionDraft } from '../../domain/question.ts';
import type { Violation } from '../../errors.ts';
import { mapInSlices } from '../../slices.ts';
import type { Executor } from '../../store/database.ts';
import { type AuthoredQuestion, listTakenExternalIds } from '../../store/questions.ts';

/** As many as one request may bring. */
export const MAX_QUESTIONS = 1000;

/** The id holds the time of creation: one is read from the other, so they never disagree. */
export function newQuestion(draft: QuestionDraft, actor: string, deps: Deps): AuthoredQuestion {
  const id = deps.newId();
  const created_at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const content = completeDraft(draft, (name) => deps.categories.current.require(name).name);
  return { ...content, id, version: 1, created_at, updated_at: created_at, updated_by: actor };
}

/** All that is computed of new questions: before a transaction begins, and giving way to other requests. */
export function prepareQuestions(
  drafts: readonly QuestionDraft[],
  actor: string,
  deps: Deps,
): Promise<PreparedQuestion<AuthoredQuestion>[]> {
  return mapInSlices(drafts, (draft) => prepareQuestion(newQuestion(draft, actor, deps)));
}

export function questionEvent(
  type: QuestionEventType,
  question: Question,
  actor: string,
  changed: readonly string[] = [],
): AppEvent {
  return {
    type,
    resource_id: question.id,
    version: question.version,
    changed,
    actor,
    occurred_at: question.updated_at,
  };
}

/** Every element whose external_id is in use already, in the bank or earlier in the same request. */
export async function findTakenExternalIds(
  db: Executor,
  questions: readonly Pick<Question, 'external_id'>[],
): Promise<Map<number, Violation>> {
  const given = questions.map((question) => question.external_id);
  const named = given.filter((externalId) => externalId !== null);
  if (named.length === 0) return new Map();
  const seen = new Set(await listTakenExternalIds(db, named));
  const taken = new Map<number, Violation>();
  for (const [index, externalId] of given.entries()) {
    if (externalId === null) continue;
    if (seen.has(externalId)) {
      const detail = `The external_id "${externalId}" belongs to another question.`;
      taken.set(index, { code: 'external_id_taken', detail, pointer: `#/${index}/external_id` });
    }
    seen.add(externalId);
  }
  return taken;
}
