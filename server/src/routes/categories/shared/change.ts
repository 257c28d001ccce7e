import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import {
  type Category,
  CategoryCatalogue,
  categoryNotFound,
  isOpen,
  MAX_CATEGORIES,
  MAX_CATEGORY_ROWS,
} from '../../../domain/categories.ts';
import { normaliseText } from '../../../domain/text/text.ts';
import { AppError } from '../../../errors.ts';
import { chargeForRows } from '../../../plugins/access/rate-limit.ts';
import {
  closeCategory,
  hasQuestions,
  insertCategory,
  listCategories,
  lockCategories,
} from '../../../store/categories/categories.ts';
import { type CategoryMerge, insertMerge, isMergeTarget } from '../../../store/categories/merges.ts';
import type { Executor } from '../../../store/database/database.ts';
import { countMatches } from '../../../store/questions/totals.ts';
import { principalOf } from '../../shared/principal.ts';

/** The current categories, which do not change until the transaction ends. */
export async function lockCatalogue(tx: Executor): Promise<CategoryCatalogue> {
  await lockCategories(tx);
  return new CategoryCatalogue(await listCategories(tx));
}

/** The category of a path, if it may be changed. */
export async function requireChangeable(tx: Executor, catalogue: CategoryCatalogue, name: string): Promise<Category> {
  const category = catalogue.find(normaliseText(name));
  if (category === undefined) throw categoryNotFound(name);
  if (!isOpen(category)) {
    const into = catalogue.successorOf(category).name;
    throw new AppError('category_merging', { detail: `"${category.name}" is being merged into "${into}".` });
  }
  if (await isMergeTarget(tx, category.id)) {
    throw new AppError('category_merging', { detail: `Another category is being merged into "${category.name}".` });
  }
  return category;
}

/** A rename frees the name that it replaces. */
export function requireQuota({ all, size }: CategoryCatalogue, renamed = 0): void {
  if (all.length - renamed >= MAX_CATEGORIES || size >= MAX_CATEGORY_ROWS) {
    throw new AppError('quota_exceeded', {
      detail: `A bank can have at most ${MAX_CATEGORIES} categories, or ${MAX_CATEGORY_ROWS} including those deleted in the last 60 days.`,
    });
  }
}

export async function addCategory(tx: Executor, name: string): Promise<Category> {
  return { id: await insertCategory(tx, name), name };
}

export function categoryExists(name: string): AppError {
  return new AppError('category_exists', { detail: `A category named "${name}" already exists.` });
}

/**
 * Ends a category whose questions move to another one: at once if it has none, otherwise by a job, which is returned.
 */
export async function mergeInto(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  tx: Executor,
  { catalogue, from, into }: { catalogue: CategoryCatalogue; from: Category; into: Category },
): Promise<CategoryMerge | undefined> {
  const now = deps.now();
  await closeCategory(tx, from.id, into.id, null); // waits for running writes, after which all its questions are visible
  if (!(await hasQuestions(tx, from.id))) {
    await closeCategory(tx, from.id, into.id, now);
    return undefined;
  }
  const total = await countCategory(tx, catalogue, from);
  await chargeForRows(deps, request, reply, total);
  return insertMerge(tx, {
    id: deps.newId(),
    from_id: from.id,
    into_id: into.id,
    total,
    created_by: principalOf(request),
    created_at: now,
  });
}

/** Questions of all statuses, counted exactly. */
export async function countCategory(tx: Executor, catalogue: CategoryCatalogue, { name }: Category): Promise<number> {
  return (await countMatches(tx, { category: [name] }, catalogue)).total ?? 0;
}
