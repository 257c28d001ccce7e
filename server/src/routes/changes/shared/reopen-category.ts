import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { CategoryCatalogue } from '../../../domain/categories.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';
import { findMerge } from '../../../store/categories/merges.ts';
import type { ChangeRecord } from '../../../store/changes/changes.ts';
import type { Executor } from '../../../store/database/database.ts';
import { addCategory, lockCatalogue, requireQuota } from '../../categories/shared/change.ts';

/** The name of the category that a merge ended, unless it exists again. */
export async function findEndedCategory(
  db: Executor,
  { id, kind }: ChangeRecord,
  catalogue: CategoryCatalogue,
): Promise<string | undefined> {
  if (kind !== 'category_merge') return undefined;
  const merge = await findMerge(db, id);
  return merge === undefined || catalogue.find(merge.from) !== undefined ? undefined : merge.from;
}

/** Reverting a merge needs the category that it ended. It gets a new id, as a category that is added again does. */
export async function reopenCategory(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  change: ChangeRecord,
): Promise<void> {
  if (change.kind !== 'category_merge') return;
  const catalogue = await lockCatalogue(tx);
  const name = await findEndedCategory(tx, change, catalogue);
  if (name === undefined) return;
  if (!request.principal.scopes.includes('categories:manage'))
    throw insufficientScope(deps, request, ['categories:manage'], `: reverting the merge adds "${name}" again.`);
  requireQuota(catalogue);
  await addCategory(tx, name);
}
