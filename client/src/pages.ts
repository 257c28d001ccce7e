import type { components } from './api.gen.ts';

export interface Page<Item> {
  data: Item[];
  pagination: components['schemas']['Pagination'];
}

/**
 * A list. `for await` iterates over all entries, page by page; `await` returns the first page. Nothing is requested
 * until you use one of the two.
 */
export class Pages<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list is meant to be awaited
  then<Fulfilled = Page<Item>, Rejected = never>(
    onFulfilled?: ((page: Page<Item>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#read(undefined).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Loads the whole list into memory, up to a limit that you choose. */
  async toArray(limit: number): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) {
      if (items.length === limit) break;
      items.push(item);
    }
    return items;
  }
}
