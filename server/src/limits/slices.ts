import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a handler may take of the event loop at a time. */
const SLICE_MS = 8;

/** The same as `map`, but others get their turn whenever a slice of time is used up. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Result,
): Promise<Result[]> {
  const made: Result[] = [];
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() > end) {
      await nextTurn();
      end = performance.now() + SLICE_MS;
    }
    made.push(make(item));
  }
  return made;
}
