import { AppError } from '../../errors.ts';
import { isDataError } from '../database/database-errors.ts';

interface Pending<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Two concurrent batches keep PostgreSQL busy while the next one fills; more would only make the batches smaller. */
const BATCHES_UNDER_WAY = 2;
const LARGEST_BATCH = 500;
/** Four batches: they take a fraction of a second to write and, at 64 KiB per item, at most 128 MiB. */
const MAX_WAITING = 2000;

interface BatchLimit<Item> {
  weigh: (item: Item) => number;
  /** The maximum weight of all items of a batch together; a heavier item becomes a separate batch. */
  maxWeight: number;
}

/**
 * Single writes that arrive while others are under way become the next batch; each caller gets its reply after the
 * commit that contains its own write. If the data of a batch are rejected, its halves are written separately, so that
 * one caller's mistake is not another's error. If the database fails, it is unknown what was committed, and all callers
 * get that error.
 */
export function mergeWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { weigh, maxWeight }: BatchLimit<Item> = { weigh: () => 0, maxWeight: 0 },
): (item: Item) => Promise<Result> {
  let waiting: Pending<Item, Result>[] = [];
  let underWay = 0;

  const settle = async (batch: readonly Pending<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && isDataError(error)) {
        const half = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, half));
        await settle(batch.slice(half));
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  };

  /** The number of waiting items that form the next batch. */
  const countNext = (): number => {
    let weight = 0;
    const end = waiting.findIndex(({ item }, index) => {
      weight += weigh(item);
      return index > 0 && (index >= LARGEST_BATCH || weight > maxWeight);
    });
    return end < 0 ? waiting.length : end;
  };

  const start = (): void => {
    while (underWay < BATCHES_UNDER_WAY && waiting.length > 0) {
      const count = countNext();
      const batch = waiting.slice(0, count);
      waiting = waiting.slice(count);
      underWay += 1;
      void settle(batch).finally(() => {
        underWay -= 1;
        start();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        reject(new AppError('overloaded', { headers: { 'retry-after': '1' } }));
        return;
      }
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) setImmediate(start); // the rest of this turn joins the batch
    });
}
