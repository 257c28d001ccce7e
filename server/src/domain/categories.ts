import { AppError } from '../errors.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** The category that its questions are moved to. */
  readonly merged_into?: number | null;
  /** Whether it no longer exists. */
  readonly ended?: boolean;
}

/**
 * The maximum number of categories that are open or being merged. Those that ended recently may take ten times as many.
 */
export const MAX_CATEGORIES = 200;
export const MAX_CATEGORY_ROWS = 2000;
export const MAX_CATEGORY_NAME_LENGTH = 100;

/** The maximum number of names in a message. */
const MAX_SUGGESTED = 20;

/**
 * The bank's categories, looked up in any case; names are returned as stored. The name of an id never changes, so an
 * outdated catalogue is never wrong about an id that it knows.
 */
export class CategoryCatalogue {
  /** Categories that have or may have questions, including those being merged. */
  readonly all: readonly Category[];
  /** The names of those that accept questions. */
  readonly names: readonly string[];
  /** Includes those that have ended. */
  readonly size: number;
  readonly #bySpelling: ReadonlyMap<string, Category>;
  readonly #byName: ReadonlyMap<string, Category>;
  readonly #byId: ReadonlyMap<number, Category>;
  readonly #byInitial: ReadonlyMap<string, readonly string[]>;

  constructor(categories: readonly Category[]) {
    this.size = categories.length;
    this.all = categories.filter(({ ended }) => ended !== true);
    this.names = categories.filter(isOpen).map(({ name }) => name);
    // Among categories of the same name, the open one wins, then one being merged, then the newest.
    const rank = (category: Category) => (isOpen(category) ? 2 : category.ended === true ? 0 : 1);
    const ranked = [...categories].sort((left, right) => rank(left) - rank(right) || left.id - right.id);
    this.#byName = new Map(ranked.map((category) => [category.name.toLowerCase(), category]));
    this.#bySpelling = new Map(
      ranked.filter(({ ended }) => ended !== true).map((category) => [category.name, category]),
    );
    this.#byId = new Map(categories.map((category) => [category.id, category]));
    this.#byInitial = Map.groupBy(this.names, initialOf);
  }

  /** Finds a category that has or may have questions. */
  find(name: string): Category | undefined {
    const category = this.#lookUp(name);
    return category?.ended === true ? undefined : category;
  }

  /**
   * Also resolves an ended category to the one its questions were moved to. For names that have passed validation, now
   * or earlier.
   */
  require(name: string): Category {
    const category = this.#lookUp(name);
    if (category === undefined) throw categoryNotFound(name);
    return category.ended === true ? this.successorOf(category) : category;
  }

  /** The category that the questions of a category should move to: itself, if it accepts questions. */
  successorOf(category: Category): Category {
    let last = category;
    for (let hops = 0; !isOpen(last) && hops < this.#byId.size; hops += 1) {
      last = this.#byId.get(last.merged_into ?? last.id) ?? last;
    }
    return last;
  }

  /** While "history" is being renamed to "History", both exist: the exact spelling wins. */
  #lookUp(name: string): Category | undefined {
    return this.#bySpelling.get(name) ?? this.#byName.get(name.toLowerCase());
  }

  nameOf(id: number): string {
    const name = this.findName(id);
    if (name === undefined) throw new Error(`no category has id ${id}`);
    return name;
  }

  findName(id: number): string | undefined {
    return this.#byId.get(id)?.name;
  }

  knows(name: string): boolean {
    return this.#lookUp(name) !== undefined;
  }

  /** Names to suggest for an unknown one: all, or some with the same initial if there are many. */
  suggest(name: string): readonly string[] {
    if (this.names.length <= MAX_SUGGESTED) return this.names;
    return (this.#byInitial.get(initialOf(name)) ?? this.names).slice(0, MAX_SUGGESTED);
  }
}

/** Whether questions may be added to it. */
export function isOpen({ merged_into = null, ended }: Category): boolean {
  return merged_into === null && ended !== true;
}

export function categoryNotFound(name: string): AppError {
  return new AppError('category_not_found', { detail: `No category is named "${name.slice(0, 100)}".` });
}

function initialOf(name: string): string {
  return name.slice(0, 1).toLowerCase();
}
