export interface Category {
  readonly id: number;
  readonly name: string;
}

/** The bank's categories, looked up by any spelling of case; names are given back as they are stored. */
export class CategoryCatalogue {
  readonly all: readonly Category[];
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, Category>;
  readonly #byId: ReadonlyMap<number, Category>;

  constructor(categories: readonly Category[]) {
    this.all = categories;
    this.names = categories.map((category) => category.name);
    this.#byName = new Map(categories.map((category) => [category.name.toLowerCase(), category]));
    this.#byId = new Map(categories.map((category) => [category.id, category]));
  }

  find(name: string): Category | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** For names that validation has let through. */
  require(name: string): Category {
    const category = this.find(name);
    if (category === undefined) throw new Error(`category "${name}" passed validation but is not in the catalogue`);
    return category;
  }

  nameOf(id: number): string {
    const category = this.#byId.get(id);
    if (category === undefined) throw new Error(`no category has id ${id}`);
    return category.name;
  }
}
