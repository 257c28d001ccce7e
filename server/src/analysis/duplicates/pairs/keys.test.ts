import { describe, expect, it } from 'vitest';
import { eachRun, eachRunOfHashes, hashInto, hashNumbersInto, haveSameKey, type Keys, orderByKey } from './keys.ts';

const keysOf = (texts: readonly string[]): Keys => {
  const keys = new Uint32Array(2 * texts.length);
  for (const [index, text] of texts.entries()) hashInto(keys, index, text);
  return keys;
};
const all = (count: number) => Uint32Array.from({ length: count }, (_, index) => index);

describe('keys', () => {
  it('are equal for equal texts only', () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => `what is ${index.toString(36)} in ${index % 7}`);
    const keys = keysOf([...texts, ...texts.slice(0, 10)]);
    expect(haveSameKey(keys, 3, 100_003)).toBe(true);
    const distinct = new Set(
      all(100_000)
        .values()
        .map((index) => (keys[2 * index] ?? 0) * 2 ** 21 + ((keys[2 * index + 1] ?? 0) >>> 11)),
    );
    expect(distinct.size).toBe(100_000);
    // Among 100,000 32-bit numbers about one pair is equal by chance: each half is as good as an independent hash.
    for (const half of [0, 1]) {
      const halves = new Set(
        all(100_000)
          .values()
          .map((index) => keys[2 * index + half]),
      );
      expect(halves.size).toBeGreaterThan(99_985);
    }
  });

  it('distinguish lists of numbers by value, order and length', () => {
    const lists = [[], [0], [0, 0], [1], [1, 2], [2, 1], [12], [4_000_000_000]];
    const keys = new Uint32Array(2 * lists.length);
    for (const [index, list] of lists.entries()) hashNumbersInto(keys, index, list);
    const distinct = new Set(lists.map((_, index) => `${keys[2 * index]} ${keys[2 * index + 1]}`));
    expect(distinct.size).toBe(lists.length);
  });

  it.each([100, 30_000])('sort %i members stably', (count) => {
    // With few first halves the second decides, and both of its digits matter.
    const keys = new Uint32Array(2 * count);
    for (let member = 0; member < count; member += 1) {
      keys[2 * member] = (member % 5) * 0x10001;
      keys[2 * member + 1] = Math.imul(member % 97, 0x9e3779b1) >>> 0;
    }
    const members = all(count).filter((member) => member % 3 !== 0);
    const before = members.slice();
    const ordered = orderByKey(keys, members);
    const expected = Array.from(members).sort(
      (a, b) => (keys[2 * a] ?? 0) - (keys[2 * b] ?? 0) || (keys[2 * a + 1] ?? 0) - (keys[2 * b + 1] ?? 0) || a - b,
    );
    expect(Array.from(ordered)).toEqual(expected);
    expect(members).toEqual(before);
  });

  it('form runs of two or more', () => {
    const runs: number[][] = [];
    eachRun(keysOf(['a', 'b', 'a', 'c', 'b', 'a']), all(6), (run) => runs.push([...run]));
    expect(runs.sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0))).toEqual([
      [0, 2, 5],
      [1, 4],
    ]);
    eachRun(keysOf([]), all(0), () => expect.fail('expected no run'));
  });

  it.each([10, 50_000])('gives the same runs with only the first halves, of %i members', (count) => {
    // Five members have one first half, and some of them one second half.
    const write = (keys: Keys, index: number, member: number) => {
      keys[2 * index] = Math.imul(member % (count / 5), 0x9e3779b1);
      keys[2 * index + 1] = member % 3;
    };
    const members = all(count).map((index) => (index * 7) % count);
    const keys = new Uint32Array(2 * count);
    for (const member of members) write(keys, member, member);
    const [kept, made]: [number[][], number[][]] = [[], []];
    eachRun(keys, members, (run) => kept.push([...run]));
    eachRunOfHashes(members, write, (run) => made.push([...run]));
    expect(kept.length).toBeGreaterThan(0);
    expect(made).toEqual(kept);
  });
});
