/** Long work yields after this time: nothing may block the event loop for 20 ms. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];
/** When the first slice of this turn of the event loop began. */
let turnBegan: number | undefined;

function beginTurn(): number {
  const now = performance.now();
  turnBegan = now;
  setImmediate(() => {
    if (turnBegan === now) turnBegan = undefined;
  });
  return now;
}

function releaseNext(): void {
  beginTurn();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(releaseNext);
}

/**
 * Waits for a turn of the event loop in which no other slice begins: of twenty large requests, one continues, then
 * everything else gets a turn, then the next one continues.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(releaseNext);
  });
}

/**
 * Slices of long work: `if (slices.over) await slices.next()`. All work sliced in one turn shares the time: three
 * consecutive steps of a request would otherwise take three times as long.
 */
export class Slices {
  get over(): boolean {
    return performance.now() - (turnBegan ?? beginTurn()) > SLICE_MS;
  }

  next(): Promise<void> {
    return nextTurn();
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

/** Runs work that yields between its steps, and returns its result. */
export async function runInSlices<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  const slices = new Slices();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (slices.over) await slices.next();
  }
}
