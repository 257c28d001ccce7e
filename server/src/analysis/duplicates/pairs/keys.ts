import { scatter } from '../../../domain/text/hash.ts';
import { release } from '../../corpus/growing.ts';

/**
 * 64-bit keys, as two numbers per row of one array. The probability that any two of ten million texts get the same key
 * is 3 in a million.
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

/**
 * The halves of a key, built code unit by code unit. They are numbers, since an object per text would take a third
 * longer.
 */
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

/** The same for some numbers of a list. */
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

/**
 * Sorts the members by key, stably. It sorts by the first halves and only then breaks ties, since different keys hardly
 * ever share the first half; sorting by the second halves as well took twice as long.
 */
export function orderByKey(keys: Keys, members: Uint32Array): Uint32Array {
  const byKey = (a: number, b: number) => compareKeys(keys, a, b);
  if (members.length < MIN_RADIX_SORT) return members.slice().sort(byKey);
  const ordered = orderByDigits(keys, members, FIRST_HALVES);
  const haveSameHalf = (a: number, b: number) => keys[2 * a] === keys[2 * b];
  visitRuns(ordered, haveSameHalf, (run) => {
    if (!run.every((member) => haveSameKey(keys, member, run[0] ?? 0))) run.sort(byKey);
  });
  return ordered;
}

/** The positions of a member's numbers and of their digits, least significant first. */
interface Digits {
  numbers: number;
  passes: readonly (readonly [number: number, shift: number])[];
}

const FIRST_HALVES: Digits = {
  numbers: 2,
  passes: [
    [0, 0],
    [0, DIGITS],
  ],
};
const HASHES: Digits = {
  numbers: 1,
  passes: [
    [0, 0],
    [0, DIGITS],
  ],
};

/** `members` is not modified unless it is `spare`; then its memory is reused. */
function orderByDigits(
  keys: Uint32Array,
  members: Uint32Array,
  { numbers, passes }: Digits,
  spare?: Uint32Array,
): Uint32Array {
  let from: Uint32Array = members;
  let to: Uint32Array = new Uint32Array(members.length);
  for (const [number, shift] of passes) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (const member of from) {
      const digit = ((keys[numbers * member + number] ?? 0) >>> shift) & (BUCKETS - 1);
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 0; digit < BUCKETS; digit += 1)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
    for (const member of from) {
      const digit = ((keys[numbers * member + number] ?? 0) >>> shift) & (BUCKETS - 1);
      const place = starts[digit] ?? 0;
      to[place] = member;
      starts[digit] = place + 1;
    }
    [from, to] = [to, from === members ? (spare ?? new Uint32Array(members.length)) : from];
  }
  release(to); // 40 MB at ten million members, when memory is scarcest
  return from;
}

/** Below this size, setting up the buckets takes longer than sorting. */
const MIN_RADIX_SORT = 20_000;

function compareKeys(keys: Keys, a: number, b: number): number {
  return (keys[2 * a] ?? 0) - (keys[2 * b] ?? 0) || (keys[2 * a + 1] ?? 0) - (keys[2 * b + 1] ?? 0);
}

/** Calls `visit` for every run of two or more members with the same key. */
export function eachRun(keys: Keys, members: Uint32Array, visit: (run: Uint32Array) => void): void {
  eachRunOfOrdered(keys, orderByKey(keys, members), visit);
}

/** The same for members that are already sorted by key. */
export function eachRunOfOrdered(keys: Keys, ordered: Uint32Array, visit: (run: Uint32Array) => void): void {
  visitRuns(ordered, (a, b) => haveSameKey(keys, a, b), visit);
}

/**
 * The same for keys that are computed on demand, of which only the first halves are stored: 40 MB instead of 80 at ten
 * million members. `writeInto` is only called for the second halves of members whose first halves are equal.
 */
export function eachRunOfHashes(
  members: Uint32Array,
  writeInto: (keys: Keys, index: number, member: number) => void,
  visit: (run: Uint32Array) => void,
): void {
  const key = new Uint32Array(2);
  const hashes = new Uint32Array(members.length);
  for (let place = 0; place < members.length; place += 1) {
    writeInto(key, 0, members[place] ?? 0);
    hashes[place] = key[0] ?? 0;
  }
  const unordered = countUp(members.length);
  const places = orderByDigits(hashes, unordered, HASHES, unordered);
  const haveSameHash = (a: number, b: number) => hashes[a] === hashes[b];
  visitRuns(places, haveSameHash, (sameHash) => {
    const run = sameHash.map((place) => members[place] ?? 0);
    const keys = new Uint32Array(2 * run.length);
    for (const [index, member] of run.entries()) writeInto(keys, index, member);
    eachRun(keys, countUp(run.length), (same) => visit(same.map((index) => run[index] ?? 0)));
  });
}

export function countUp(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let number = 0; number < count; number += 1) numbers[number] = number;
  return numbers;
}

function visitRuns(
  ordered: Uint32Array,
  areSame: (a: number, b: number) => boolean,
  visit: (run: Uint32Array) => void,
): void {
  let start = 0;
  for (let end = 1; end <= ordered.length; end += 1) {
    if (end < ordered.length && areSame(ordered[start] ?? 0, ordered[end] ?? 0)) continue;
    if (end - start > 1) visit(ordered.subarray(start, end));
    start = end;
  }
}
