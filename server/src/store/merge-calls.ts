/**
 * Calls that arrive in the same turn of the event loop become one: `load` gets all their keys at once. Nobody waits
 * longer for it, since the turn ends before anything is sent in any case.
 */
export function mergeCalls<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  const run = () => {
    const calls = waiting;
    waiting = [];
    load(calls.map((call) => call.key)).then(
      (values) => calls.forEach((call, index) => call.resolve(values[index] as Value)),
      (error: unknown) => calls.forEach((call) => call.reject(error)),
    );
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(run);
      waiting.push({ key, resolve, reject });
    });
}
