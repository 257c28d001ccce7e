import type { Deps } from '../../deps.ts';
import { type CategoryCatalogue, isOpen } from '../../domain/categories.ts';
import type { InChange } from '../../domain/changes/change.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/questions/prepared-question.ts';
import type { QuestionDraft } from '../../domain/questions/question.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import type { Principal } from '../../domain/tokens/principal.ts';
import { AppError, type Violation } from '../../errors.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { insertChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  type AuthoredQuestion,
  compareExternalIds,
  insertManyQuestions,
  listTakenExternalIds,
  type StoredQuestion,
} from '../../store/questions/questions.ts';
import {
  type ChangedQuestion,
  listQuestionsForUpdate,
  listVersionsByExternalId,
  updateManyQuestions,
} from '../../store/questions/updates.ts';
import { changedVersion } from './change-question.ts';
import { checkDuplicates, type DuplicateRules, duplicateViolation } from './check-duplicates.ts';
import type { Duplicate } from './find-duplicates.ts';
import { recordHistory } from './history.ts';
import { newQuestion } from './new-question.ts';

/** A question of a request, as it was sent and as it would be stored if it is new. */
export interface Element {
  draft: QuestionDraft;
  question: AuthoredQuestion;
  prepared?: PreparedQuestion<AuthoredQuestion>;
}

/** The outcome for one element. Pointers of a violation start at the question. */
export type Result =
  | (PreparedQuestion<AuthoredQuestion> & { outcome: 'created'; duplicate: Duplicate | undefined })
  | (ChangedQuestion & { outcome: 'updated' })
  | { outcome: 'unchanged'; question: StoredQuestion }
  | { outcome: 'skipped'; question: { id: string; version: number } }
  | { outcome: 'failed'; violation: Violation };

/** The values of `on_conflict`, for a question whose external id is in use. */
export const ON_CONFLICT = ['error', 'skip', 'update'] as const;

/** Both are absent from a lenient request with an invalid element. */
interface StoreRules extends DuplicateRules {
  on_conflict?: (typeof ON_CONFLICT)[number];
}

interface StoreOptions extends StoreRules {
  principal: Principal;
  change_id: string;
  /** Called with all results so far as soon as some have failed. */
  onFailure?: (results: readonly (Result | undefined)[]) => void;
}

export const newElement = (draft: QuestionDraft, actor: string, deps: Deps): Element => ({
  draft,
  question: newQuestion(draft, actor, deps),
});

/**
 * Computes what is derived from new questions, before a transaction begins and in slices, so that other requests are
 * served in between. Questions whose external id is already in the bank are left out: they will probably not be
 * inserted.
 */
export async function prepareElements(deps: Deps, elements: readonly Element[], rules: StoreRules): Promise<void> {
  const existing = new Set(isUpsert(rules) ? await listTakenExternalIds(deps.db.reads, externalIds(elements)) : []);
  await mapInSlices(
    elements.filter(({ question }) => question.external_id === null || !existing.has(question.external_id)),
    prepareElement,
  );
}

function prepareElement(element: Element): PreparedQuestion<AuthoredQuestion> {
  element.prepared ??= prepareQuestion(element.question);
  return element.prepared;
}

export function isUpsert({ on_conflict }: StoreRules): boolean {
  return on_conflict === 'update' || on_conflict === 'skip';
}

/** Stores the questions of a request in their order. Each gets a result; a failed one says why. */
export async function storeElements(
  deps: Deps,
  tx: Executor,
  elements: readonly Element[],
  options: StoreOptions,
): Promise<Result[]> {
  const results: (Result | undefined)[] = elements.map(() => undefined);
  const fail = (index: number, violation: Violation) => {
    results[index] = { outcome: 'failed', violation };
  };
  const pending = () => [...elements.entries()].filter(([index]) => results[index] === undefined);
  const reportFailures = () => {
    if (results.some((result) => result?.outcome === 'failed')) options.onFailure?.(results);
  };

  rejectRepeated(elements, fail);
  rejectClosed(pending(), deps.categories.current, fail);
  if (options.on_conflict === 'update') await updateExisting(deps, tx, pending(), options, results);
  else await leaveExisting(tx, pending(), options, results);
  reportFailures();

  const fresh = pending();
  const duplicates = await checkDuplicates(
    deps,
    tx,
    options,
    fresh.map(([, { question }]) => question),
  );
  for (const [place, [index]] of fresh.entries()) {
    const duplicate = duplicates[place];
    if (duplicate !== undefined && options.on_duplicate === 'reject') fail(index, duplicateViolation(duplicate, '#'));
  }
  reportFailures();

  for (const [place, [index, element]] of fresh.entries()) {
    results[index] ??= { outcome: 'created', ...prepareElement(element), duplicate: duplicates[place] };
  }
  const stored = results as Result[];
  const change = changeOf(elements, options, 'create');
  const created = stored.filter((result) => result.outcome === 'created');
  await insertManyQuestions(tx, created, deps.categories.current, change);
  const updated = stored.filter((result) => result.outcome === 'updated');
  const written = [...created, ...updated].map(({ question }) => question);
  if (elements.length > 1 && written.length > 0)
    await insertChange(tx, { id: options.change_id, kind: 'array', actor: options.principal.id }, written);
  if (updated.length > 0) await recordHistory(deps, tx, options.principal.id, updated);
  return stored;
}

/** The statement of a single element stores the change as well. */
function changeOf(elements: readonly unknown[], { change_id }: StoreOptions, kind: 'create' | 'update'): InChange {
  return { change_id, kind: elements.length === 1 ? kind : null };
}

/** Whether the change of a request has any members. */
export function hasWritten(results: readonly Result[]): boolean {
  return results.some(({ outcome }) => outcome === 'created' || outcome === 'updated');
}

/** It is unclear which of two elements with the same external id is right, so the later ones fail. */
function rejectRepeated(elements: readonly Element[], fail: (index: number, violation: Violation) => void): void {
  const first = new Map<string, number>();
  for (const [index, { question }] of elements.entries()) {
    const { external_id } = question;
    if (external_id === null) continue;
    const earlier = first.get(external_id);
    if (earlier === undefined) first.set(external_id, index);
    else fail(index, taken(`The external_id "${external_id}" appears twice in this request.`));
  }
}

/** The database checks this again: this node may not know yet that a category was closed. */
function rejectClosed(
  pending: readonly [number, Element][],
  categories: CategoryCatalogue,
  fail: (index: number, violation: Violation) => void,
): void {
  for (const [index, { question }] of pending) {
    const category = categories.require(question.category);
    if (isOpen(category)) continue;
    const into = categories.successorOf(category).name;
    const detail = `The category "${category.name}" is being merged into "${into}". Use that one.`;
    fail(index, { code: 'category_closed', detail, pointer: '#/category' });
  }
}

function taken(detail: string): Violation {
  return { code: 'external_id_taken', detail, pointer: '#/external_id' };
}

async function leaveExisting(
  tx: Executor,
  pending: readonly [number, Element][],
  { on_conflict }: StoreOptions,
  results: (Result | undefined)[],
): Promise<void> {
  const named = externalIds(pending.map(([, element]) => element));
  if (named.length === 0) return;
  const existing = new Map((await listVersionsByExternalId(tx, named)).map((found) => [found.external_id, found]));
  for (const [index, { question }] of pending) {
    const found = existing.get(question.external_id ?? '');
    if (found === undefined) continue;
    const violation = taken(`The external_id "${question.external_id}" belongs to another question.`);
    results[index] =
      on_conflict === 'skip' ? { outcome: 'skipped', question: found } : { outcome: 'failed', violation };
  }
}

/** The number of questions read at once; each has up to 64 KB. */
const MAX_READ_AT_ONCE = 200;

async function updateExisting(
  deps: Deps,
  tx: Executor,
  pending: readonly [number, Element][],
  options: StoreOptions,
  results: (Result | undefined)[],
): Promise<void> {
  const { id: actor } = options.principal;
  const visibility = visibilityOf(options.principal);
  const change = changeOf(results, options, 'update');
  const named = pending
    .filter(([, { question }]) => question.external_id !== null)
    .sort(([, left], [, right]) => compareExternalIds(left.question, right.question));
  const now = deps.now();
  for (let from = 0; from < named.length; from += MAX_READ_AT_ONCE) {
    const batch = named.slice(from, from + MAX_READ_AT_ONCE);
    const existing = new Map(
      (await listQuestionsForUpdate(tx, externalIds(batch.map(([, element]) => element)))).map((found) => [
        found.external_id,
        found,
      ]),
    );
    const unknown = [...existing.values()].find(({ category }) => !deps.categories.current.knows(category));
    const categories = unknown === undefined ? deps.categories.current : await deps.categories.refresh();
    const changed = await mapInSlices(batch, ([index, { draft, question }]): ChangedQuestion[] => {
      const current = existing.get(question.external_id);
      if (current === undefined) return [];
      const next = tryChange(current, draft, { actor, now, categories, visibility });
      if (next !== undefined && 'violation' in next) {
        results[index] = { outcome: 'failed', ...next };
        return [];
      }
      if (next === undefined) {
        results[index] = { outcome: 'unchanged', question: current };
        return [];
      }
      const updated = { ...prepareQuestion(next.question), changed: next.changed };
      results[index] = { outcome: 'updated', ...updated };
      return [updated];
    });
    await updateManyQuestions(tx, changed.flat(), categories, change);
  }
}

/** The kind of a question may not allow a change; then the element fails alone. */
function tryChange(...given: Parameters<typeof changedVersion>) {
  try {
    return changedVersion(...given);
  } catch (error) {
    const violation = error instanceof AppError ? error.errors[0] : undefined;
    if (violation === undefined) throw error;
    return { violation };
  }
}

function externalIds(elements: readonly Element[]): string[] {
  return elements.flatMap(({ question }) => question.external_id ?? []);
}
