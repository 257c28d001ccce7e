import { AppError } from '../../errors.ts';

/**
 * The maximum number of calls waiting for a load. At full load a few hundred wait, and each is served in milliseconds.
 */
const MAX_WAITING = 10_000;

interface Merging {
  /** More calls than this become several loads: the rows of one are passed on while PostgreSQL works on the next. */
  maxBatch: number;
  /** The maximum number of concurrent loads; further calls wait and share the next one. */
  concurrency?: number;
}

/**
 * Calls in the same turn of the event loop become one: `load` gets all their keys at once. Nobody waits longer, because
 * nothing is sent before the turn ends in any case. A load starts after every call that it serves.
 */
export function mergeCalls<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxBatch, concurrency = Number.POSITIVE_INFINITY }: Merging,
): (key: Key) => Promise<Value> {
  const waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let running = 0;
  const start = (): void => {
    while (waiting.length > 0 && running < concurrency) {
      running += 1;
      const calls = waiting.splice(0, maxBatch);
      void load(calls.map((call) => call.key))
        .then(
          (values) => calls.forEach((call, index) => call.resolve(values[index] as Value)),
          (error: unknown) => calls.forEach((call) => call.reject(error)),
        )
        .finally(() => {
          running -= 1;
          start();
        });
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) {
        reject(new AppError('overloaded', { headers: { 'retry-after': '1' } }));
        return;
      }
      if (waiting.length === 0) setImmediate(start);
      waiting.push({ key, resolve, reject });
    });
}
