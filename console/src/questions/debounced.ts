import { useEffect, useState } from 'react';

/** Rows follow the last key within 300 ms, which leaves two thirds to the service and to drawing. */
export const DEBOUNCE_MS = 100;
/** The service searches from two letters on. */
export const MIN_SEARCH_LENGTH = 2;

/** The value once it has stood still. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
