import { CategoryCatalogue } from '../domain/categories.ts';
import { listCategories } from '../store/categories/categories.ts';
import type { Executor } from '../store/database/database.ts';

/** The categories as last read from the database, always at hand without waiting. */
export interface CategorySource {
  readonly current: CategoryCatalogue;
  /** As they are now. */
  refresh(): Promise<CategoryCatalogue>;
  /** Read again if this name is not known. */
  including(name: string): Promise<CategoryCatalogue>;
  close(): void;
}

const REFRESH_EVERY_MS = 1000;

/**
 * The categories kept in memory and read again every second: what another node changes is known here within that time. A
 * name that is not known is looked up before it is rejected, so a new category can be used everywhere at once.
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
  /** A reading under way may have begun before what the caller wants to see: all who come meanwhile share the next one. */
  const refresh = (): Promise<CategoryCatalogue> => {
    if (reading === undefined) return begin();
    next ??= reading.then(begin, begin);
    return next;
  };

  const timer = setInterval(() => {
    if (reading === undefined) begin().catch(() => {}); // the database is away: what is known stays
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
