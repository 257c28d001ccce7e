import { AppError } from '../errors.ts';

export interface Category {
  readonly id: number;
  readonly name: string;
  /** Where its questions go, or went. */
  readonly merged_into?: number | null;
  /** It is no longer there. */
  readonly ended?: boolean;
}

/** Open ones and those being merged; with those that ended lately ten times as many rows. */
export const MAX_CATEGORIES = 200;
export const MAX_CATEGORY_ROWS = 2000;
export const MAX_CATEGORY_NAME_LENGTH = 100;

/** As many names a message lists. */
const MAX_SUGGESTED = 20;

/**
 * The bank's categories, looked up by any spelling of case; names are given back as they are stored. An id has the same
 * name for good, so a catalogue that is a moment old is never wrong about one that it knows.
 */
export class CategoryCatalogue {
  /** Those that have or may have questions: also those being merged. */
  readonly all: readonly Category[];
  /** Of those that take questions. */
  readonly names: readonly string[];
  /** With those that have ended. */
  readonly size: number;
  readonly #bySpelling: ReadonlyMap<string, Category>;
  readonly #byName: ReadonlyMap<string, Category>;
  readonly #byId: ReadonlyMap<number, Category>;
  readonly #byInitial: ReadonlyMap<string, readonly string[]>;

  constructor(categories: readonly Category[]) {
    this.size = categories.length;
    this.all = categories.filter(({ ended }) => ended !== true);
    this.names = categories.filter(isOpen).map(({ name }) => name);
    // Of several that had the same name the one that is open counts, then one that is being merged, then the youngest.
    const rank = (category: Category) => (isOpen(category) ? 2 : category.ended === true ? 0 : 1);
    const ranked = [...categories].sort((left, right) => rank(left) - rank(right) || left.id - right.id);
    this.#byName = new Map(ranked.map((category) => [category.name.toLowerCase(), category]));
    this.#bySpelling = new Map(
      ranked.filter(({ ended }) => ended !== true).map((category) => [category.name, category]),
    );
    this.#byId = new Map(categories.map((category) => [category.id, category]));
    this.#byInitial = Map.groupBy(this.names, initialOf);
  }

  /** One that has or may have questions. */
  find(name: string): Category | undefined {
    const category = this.#lookUp(name);
    return category?.ended === true ? undefined : category;
  }

  /** Also one that has ended: then the one that its questions went to. For names that validation has let through, now or once. */
  require(name: string): Category {
    const category = this.#lookUp(name);
    if (category === undefined) throw categoryNotFound(name);
    return category.ended === true ? this.successorOf(category) : category;
  }

  /** Where the questions of a category are to go: itself, if it takes questions. */
  successorOf(category: Category): Category {
    let last = category;
    for (let hops = 0; !isOpen(last) && hops < this.#byId.size; hops += 1) {
      last = this.#byId.get(last.merged_into ?? last.id) ?? last;
    }
    return last;
  }

  /** While "history" is renamed to "History" there are both: the very spelling comes first. */
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

  /** Names for a message about one that is not there: all, or of many some with the same initial. */
  suggest(name: string): readonly string[] {
    if (this.names.length <= MAX_SUGGESTED) return this.names;
    return (this.#byInitial.get(initialOf(name)) ?? this.names).slice(0, MAX_SUGGESTED);
  }
}

/** Whether questions may be written into it. */
export function isOpen({ merged_into = null, ended }: Category): boolean {
  return merged_into === null && ended !== true;
}

export function categoryNotFound(name: string): AppError {
  return new AppError('category_not_found', { detail: `No category is named "${name.slice(0, 100)}".` });
}

function initialOf(name: string): string {
  return name.slice(0, 1).toLowerCase();
}
