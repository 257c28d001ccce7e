import { describe, expect, it } from 'vitest';
import { measureSkill } from './skill.ts';

const skill = (declared: number[], suggested: number[], baseline: number | number[], texts: number[]) =>
  measureSkill(
    Uint8Array.from(declared),
    Uint8Array.from(suggested),
    typeof baseline === 'number' ? new Uint8Array(declared.length).fill(baseline) : Uint8Array.from(baseline),
    Uint32Array.from(texts),
  );

describe('skill', () => {
  it('matches a value calculated by hand', () => {
    // Right: model 0 1 1 -, majority 0 - - 0: gains 0, 1, 1, -1; mean 0.25; squares 0.0625 + 0.5625 x 2 + 1.5625 = 2.75.
    // With 4 texts the variance of the mean is 2.75 x (4 / 3) / 16 = 0.2291667, its root 0.4787136.
    const { value, standard_error, low, high } = skill([0, 1, 1, 0], [0, 1, 1, 2], 0, [1, 2, 3, 4]);
    expect(value).toBe(0.25);
    expect(standard_error).toBeCloseTo(0.4787136, 7);
    expect(low).toBeCloseTo(0.25 - 1.96 * 0.4787136, 4);
    expect(high).toBeCloseTo(0.25 + 1.96 * 0.4787136, 4);
  });

  it('counts right answers beyond a baseline that differs per question', () => {
    // Right: model 0 1 1 -, baseline 0 1 - 2: gains 0, 0, 1, -1.
    expect(skill([0, 1, 1, 2], [0, 1, 1, 0], [0, 1, 0, 2], [1, 2, 3, 4]).value).toBe(0);
    expect(skill([0, 1, 1, 2], [0, 1, 1, 0], [0, 0, 0, 0], [1, 2, 3, 4]).value).toBe(0.5);
  });

  it('counts copies of a text as one observation', () => {
    const declared = [0, 1, 1, 0, 1, 2];
    const suggested = [0, 1, 0, 1, 1, 2];
    const once = skill(declared, suggested, 1, [1, 2, 3, 4, 5, 6]);
    const many = <Value>(list: readonly Value[]) => Array.from({ length: 50 }, () => list).flat();
    const copied = skill(many(declared), many(suggested), 1, many([1, 2, 3, 4, 5, 6]));
    expect(copied.value).toBeCloseTo(once.value, 12);
    expect(copied.standard_error).toBeCloseTo(once.standard_error, 12);
  });

  it('is 0 with no variance where the model always suggests the majority', () => {
    expect(skill([0, 1, 0], [0, 0, 0], 0, [1, 2, 3])).toEqual({ value: 0, standard_error: 0, low: 0, high: 0 });
  });

  it('rejects a single text', () => {
    expect(() => skill([0, 1], [0, 1], 0, [1, 1])).toThrow('two different texts');
  });
});
