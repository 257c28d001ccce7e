import type { CategorySource } from './deps.ts';
import { CategoryCatalogue } from './domain/category.ts';
import { listCategories } from './store/categories.ts';
import type { Executor } from './store/database.ts';

const REFRESH_AFTER_MS = 5000;

/**
 * The categories kept in memory and read again in the background when they are older than five seconds: a category
 * added to the table is known everywhere within that time, and no request ever waits for it.
 */
export async function watchCategories(db: Executor, now: () => number = Date.now): Promise<CategorySource> {
  let current = new CategoryCatalogue(await listCategories(db));
  let readAt = now();
  let reading = false;
  const refresh = () => {
    readAt = now();
    reading = true;
    listCategories(db)
      .then((categories) => {
        current = new CategoryCatalogue(categories);
      })
      .catch(() => {}) // the database is away: what is known stays, and the next look tries again
      .finally(() => {
        reading = false;
      });
  };
  return {
    get current() {
      if (!reading && now() - readAt > REFRESH_AFTER_MS) refresh();
      return current;
    },
  };
}
