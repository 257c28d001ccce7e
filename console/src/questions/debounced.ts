import { useEffect, useState } from 'react';

/** Rows should follow the last key within 300 ms; this leaves two thirds of that for the service and for drawing. */
export const DEBOUNCE_MS = 100;
/** The service requires at least two letters. */
export const MIN_SEARCH_LENGTH = 2;

/** The value after it has stopped changing. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
