import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { type Category, type CategoryCatalogue, isOpen, MAX_CATEGORY_NAME_LENGTH } from '../../domain/categories.ts';
import { AppError, violationError } from '../../errors.ts';
import { closeCategory, hasQuestions } from '../../store/categories/categories.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { categoryPath } from './schema.ts';
import { countCategory, lockCatalogue, mergeInto, requireChangeable } from './shared/change.ts';
import { presentCategory } from './shared/present.ts';
import { sendMerge } from './shared/send-merge.ts';

const DeleteQuery = Type.Object(
  {
    merge_into: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CATEGORY_NAME_LENGTH,
        description: 'The category to move its questions to; required if it has any',
      }),
    ),
  },
  { additionalProperties: false },
);

export const deleteCategory = (deps: Deps) =>
  route<{ Params: { name: string }; Querystring: Static<typeof DeleteQuery> }>({
    method: 'DELETE',
    url: '/categories/:name',
    schema: {
      operationId: 'deleteCategory',
      tags: ['categories'],
      security: needs('categories:manage'),
      summary: 'Delete a category; with `merge_into` its questions are moved to another one by a job',
      params: categoryPath,
      headers: preferMinimal,
      querystring: DeleteQuery,
      response: responses(
        {
          ...deletedResponses('The category had no questions and is deleted', 'DeletedCategory'),
          202: {
            description: 'Its questions are being moved; then it is deleted',
            schema: { $ref: 'CategoryMerge#' },
            headers: ['Location'],
          },
        },
        [...BODY_REJECTIONS, 404, 409, 412],
      ),
    },
    handler: async (request, reply) => {
      const { merge_into } = request.query;
      const { name, merge } = await inTransaction(deps.db.writes, async (tx) => {
        const catalogue = await lockCatalogue(tx);
        const from = await requireChangeable(tx, catalogue, request.params.name);
        requireSameContent(request, presentCategory(from, catalogue), 'category');
        if (merge_into === undefined) {
          await endUnused(deps, tx, catalogue, from);
          return { name: from.name };
        }
        const into = requireTarget(catalogue, from, merge_into);
        return { name: from.name, merge: await mergeInto(deps, { request, reply }, tx, { catalogue, from, into }) };
      });
      await deps.categories.refresh();
      if (merge !== undefined) return sendMerge(request, reply, merge);
      return sendDeleted(request, reply, { name }, deps.now());
    },
  });

async function endUnused(deps: Deps, tx: Executor, catalogue: CategoryCatalogue, category: Category): Promise<void> {
  await closeCategory(tx, category.id, null, deps.now()); // waits for running writes
  if (!(await hasQuestions(tx, category.id))) return;
  const count = await countCategory(tx, catalogue, category);
  throw new AppError('category_in_use', {
    detail: `"${category.name}" has ${count} ${count === 1 ? 'question' : 'questions'}. Add merge_into=… with the category to move them to.`,
  });
}

function requireTarget(catalogue: CategoryCatalogue, from: Category, name: string): Category {
  const into = catalogue.find(name);
  if (into !== undefined && isOpen(into) && into.id !== from.id) return into;
  const others = catalogue.suggest(name).filter((other) => other !== from.name);
  const reason =
    into?.id === from.id
      ? `"${from.name}" cannot be merged into itself.`
      : `No category named "${name}" accepts questions.`;
  const detail = `${reason} merge_into must be another category.`;
  throw violationError([{ code: 'not_allowed', detail, parameter: 'merge_into', allowed: others }]);
}
