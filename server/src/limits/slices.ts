/** Work that may take long gives way to others after this time: nothing may hold the event loop for 20 ms. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];

function releaseNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(releaseNext);
}

/** A turn of the event loop in which nobody else begins a slice: of twenty large requests one goes on, then all else, then the next. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(releaseNext);
  });
}

/** Measures the slices of one piece of work: `if (slices.over) await slices.next()`. */
export class Slices {
  #since = performance.now();

  get over(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const slices = new Slices();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (slices.over) await slices.next();
    results.push(work(item, index));
  }
  return results;
}
