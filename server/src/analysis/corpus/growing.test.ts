import { describe, expect, it } from 'vitest';
import { GrowingNumbers, release } from './growing.ts';

describe('growing numbers', () => {
  it('take two bytes each while all fit', () => {
    const numbers = new GrowingNumbers();
    numbers.append(Uint32Array.of(0, 65_535));
    expect(numbers.view()).toEqual(Uint16Array.of(0, 65_535));
  });

  it('take four bytes from the first that does not fit, and keep their values', () => {
    const numbers = new GrowingNumbers();
    numbers.expect(5000);
    numbers.append(Uint32Array.of(1, 65_535));
    numbers.append(Uint32Array.of(65_536));
    numbers.append(new Uint32Array(4000).fill(7));
    expect(numbers.view()).toEqual(Uint32Array.of(1, 65_535, 65_536, ...new Uint32Array(4000).fill(7)));
    expect(numbers.length).toBe(4003);
  });
});

it('frees the memory of a list at once, and may be called twice', () => {
  const list = new Uint32Array(1000);
  const { buffer } = list;
  release(list);
  release(list);
  expect([list.length, buffer.byteLength]).toEqual([0, 0]);
});
