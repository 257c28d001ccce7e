import { scatter } from '../../domain/text/hash.ts';

/**
 * Keys are 64 bits each, as two numbers in a row of one array: of ten million texts no two get the same by chance
 * (probability 3 in a million).
 */
export type Keys = Uint32Array;

export function hashInto(keys: Keys, index: number, text: string): void {
  let high = HIGH_START;
  let low = LOW_START;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = addHigh(high, code);
    low = addLow(low, code);
  }
  writeKey(keys, index, high, low, text.length);
}

/** The halves of a key as they are built, code unit by code unit; numbers, as an object for each text would take a third longer. */
export const HIGH_START = 0x811c9dc5;
export const LOW_START = 0x9747b28c;
export const addHigh = (high: number, code: number) => Math.imul(high ^ code, 0x01000193);
export function addLow(low: number, code: number): number {
  const mixed = Math.imul(low ^ code, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}

export function writeKey(keys: Keys, index: number, high: number, low: number, length: number): void {
  keys[2 * index] = scatter(high ^ length);
  keys[2 * index + 1] = scatter(low ^ high);
}

/** The same of some numbers of a list. */
export function hashNumbersInto(keys: Keys, index: number, numbers: readonly number[]): void {
  let high = HIGH_START;
  let low = LOW_START;
  for (const number of numbers) {
    high = addHigh(high, scatter(number));
    low = addLow(low, number);
  }
  writeKey(keys, index, high, low, numbers.length);
}

export function haveSameKey(keys: Keys, a: number, b: number): boolean {
  return keys[2 * a] === keys[2 * b] && keys[2 * a + 1] === keys[2 * b + 1];
}

const DIGITS = 16;
const BUCKETS = 1 << DIGITS;

/** The members in the order of their keys; those with the same key stay in the order given. Ten million take a second. */
export function orderByKey(keys: Keys, members: Uint32Array): Uint32Array {
  if (members.length < WORTH_COUNTING) return members.slice().sort((a, b) => compareKeys(keys, a, b));
  let from: Uint32Array = members;
  let to: Uint32Array = new Uint32Array(members.length);
  for (const [half, shift] of PASSES) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (const member of from) {
      const digit = ((keys[2 * member + half] ?? 0) >>> shift) & (BUCKETS - 1);
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 0; digit < BUCKETS; digit += 1)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
    for (const member of from) {
      const digit = ((keys[2 * member + half] ?? 0) >>> shift) & (BUCKETS - 1);
      const place = starts[digit] ?? 0;
      to[place] = member;
      starts[digit] = place + 1;
    }
    [from, to] = [to, from === members ? new Uint32Array(members.length) : from];
  }
  return from;
}

/** Below this, setting up the buckets takes longer than sorting. */
const WORTH_COUNTING = 20_000;

function compareKeys(keys: Keys, a: number, b: number): number {
  return (keys[2 * a] ?? 0) - (keys[2 * b] ?? 0) || (keys[2 * a + 1] ?? 0) - (keys[2 * b + 1] ?? 0);
}

/** Half of the key and place in it, from the least important digit on. */
const PASSES = [
  [1, 0],
  [1, 16],
  [0, 0],
  [0, 16],
] as const;

/** Calls `visit` for every run of two or more members with the same key. */
export function eachRun(keys: Keys, members: Uint32Array, visit: (run: Uint32Array) => void): void {
  const ordered = orderByKey(keys, members);
  let start = 0;
  for (let end = 1; end <= ordered.length; end += 1) {
    if (end < ordered.length && haveSameKey(keys, ordered[start] ?? 0, ordered[end] ?? 0)) continue;
    if (end - start > 1) visit(ordered.subarray(start, end));
    start = end;
  }
}
