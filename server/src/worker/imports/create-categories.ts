import type { Deps } from '../../deps.ts';
import { CategoryCatalogue, MAX_CATEGORIES, MAX_CATEGORY_ROWS } from '../../domain/categories.ts';
import { AppError } from '../../errors.ts';
import { insertCategory, listCategories, lockCategories } from '../../store/categories/categories.ts';
import { inTransaction } from '../../store/database/database.ts';

/** Creates the categories that a file names but the bank lacks. */
export async function createCategories(deps: Deps, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await inTransaction(deps.db.writes, async (tx) => {
    await lockCategories(tx);
    const catalogue = new CategoryCatalogue(await listCategories(tx));
    const lacking = names.filter((name) => catalogue.find(name) === undefined);
    if (catalogue.all.length + lacking.length > MAX_CATEGORIES || catalogue.size + lacking.length > MAX_CATEGORY_ROWS)
      throw new AppError('quota_exceeded', {
        detail: `The file names ${lacking.length} new categories; a bank can have at most ${MAX_CATEGORIES}. Map some to others with category_map.`,
      });
    for (const name of lacking) await insertCategory(tx, name);
  });
  await deps.categories.refresh();
}
