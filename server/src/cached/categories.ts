import { CategoryCatalogue } from '../domain/categories.ts';
import { listCategories } from '../store/categories/categories.ts';
import type { Executor } from '../store/database/database.ts';

/** The categories as last read from the database, available without waiting. */
export interface CategorySource {
  readonly current: CategoryCatalogue;
  /** Reads the current categories. */
  refresh(): Promise<CategoryCatalogue>;
  /** Reads them again if this name is unknown. */
  including(name: string): Promise<CategoryCatalogue>;
  close(): void;
}

const REFRESH_EVERY_MS = 1000;

/**
 * Keeps the categories in memory and reads them every second, so that changes of other nodes are visible within that
 * time. An unknown name is looked up before it is rejected, so a new category can be used everywhere at once.
 */
export async function watchCategories(db: Executor): Promise<CategorySource> {
  let current = new CategoryCatalogue(await listCategories(db));
  let reading: Promise<CategoryCatalogue> | undefined;
  let next: Promise<CategoryCatalogue> | undefined;

  const read = async (): Promise<CategoryCatalogue> => {
    current = new CategoryCatalogue(await listCategories(db));
    return current;
  };
  const begin = (): Promise<CategoryCatalogue> => {
    next = undefined;
    const started = read().finally(() => {
      if (reading === started) reading = undefined;
    });
    reading = started;
    return started;
  };
  /**
   * A read in progress may have begun before the change that the caller wants to see, so all callers in the meantime
   * share the next one.
   */
  const refresh = (): Promise<CategoryCatalogue> => {
    if (reading === undefined) return begin();
    next ??= reading.then(begin, begin);
    return next;
  };

  const timer = setInterval(() => {
    if (reading === undefined) begin().catch(() => {}); // the database is unavailable: the old ones stay
  }, REFRESH_EVERY_MS);
  timer.unref();
  return {
    get current() {
      return current;
    },
    refresh,
    including: async (name) => (current.knows(name) ? current : refresh()),
    close: () => clearInterval(timer),
  };
}
