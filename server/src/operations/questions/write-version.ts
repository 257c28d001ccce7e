import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { Executor } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { type StoredQuestion, updateQuestion } from '../../store/questions/questions.ts';
import { recordHistory } from './history.ts';
import { questionEvent } from './question-event.ts';

/** A question as an operation left it. */
export interface CurrentQuestion {
  question: StoredQuestion;
  body: string;
  /** The change that wrote it; absent if nothing had to be written. */
  change_id?: string;
}

interface NextVersion {
  kind: 'update' | 'delete' | 'restore';
  question: StoredQuestion;
  changed?: readonly string[];
}

const EVENTS = { update: 'question.updated', delete: 'question.deleted', restore: 'question.restored' } as const;

/** Stores the next version of a locked question, with its event and its history, as a separate change. */
export async function writeVersion(
  deps: Deps,
  tx: Executor,
  { kind, question, changed = [] }: NextVersion,
  categories: CategoryCatalogue,
): Promise<CurrentQuestion & { change_id: string }> {
  const change_id = deps.newId();
  const actor = question.updated_by;
  const { body } = await updateQuestion(tx, question, categories, { change_id, kind });
  await appendEvents(tx, [questionEvent(EVENTS[kind], question, { actor, change_id, changed })]);
  await recordHistory(deps, tx, actor, [{ question, body }]);
  return { question, body, change_id };
}
