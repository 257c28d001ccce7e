import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { countedChanges, wholeAnswer } from '../../domain/questions/answer-change.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { mergeChange, type QuestionChange, renderQuestion } from '../../domain/questions/question.ts';
import { type Visibility, visibilityOf } from '../../domain/questions/visibility.ts';
import type { Principal } from '../../domain/tokens/principal.ts';
import type { Executor } from '../../store/database/database.ts';
import type { StoredQuestion } from '../../store/questions/questions.ts';
import { type CurrentQuestion, writeVersion } from './write-version.ts';

/** Changes a locked question: fields given are set, fields left out keep their value. Writes nothing if nothing changes. */
export async function changeQuestion(
  deps: Deps,
  tx: Executor,
  current: StoredQuestion,
  change: QuestionChange,
  principal: Principal,
): Promise<CurrentQuestion> {
  const categories = await deps.categories.including(current.category);
  const visibility = visibilityOf(principal);
  const next = changedVersion(current, change, { actor: principal.id, now: deps.now(), categories, visibility });
  if (next === undefined) return { question: current, body: renderQuestion(current) };
  return writeVersion(deps, tx, { kind: 'update', ...next }, categories);
}

interface Circumstances {
  actor: string;
  now: Date;
  categories: CategoryCatalogue;
  visibility: Visibility;
}

/** The next version of a question and the fields in which it differs, or undefined if it differs in none. */
export function changedVersion(
  current: StoredQuestion,
  change: QuestionChange,
  { actor, now, categories, visibility }: Circumstances,
): { question: StoredQuestion; changed: readonly string[] } | undefined {
  const seen = visibility.answers ? change : wholeAnswer(change);
  const content = mergeChange(current, seen, (name) => categories.require(name).name);
  const changed = countedChanges(visibility, change, current, content);
  if (changed.length === 0) return undefined;
  return { question: nextVersion({ ...current, ...content }, actor, now), changed };
}
