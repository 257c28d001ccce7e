import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diversity } from './entropy.ts';

describe('diversity', () => {
  it('gives the published numbers for shares of 0.1, 0.2, 0.3 and 0.4', () => {
    const { bits, evenness, effective_number, gini_simpson } = diversity([10, 20, 30, 40]);
    expect(bits).toBeCloseTo(1.8464393446710157, 12);
    expect(bits * Math.LN2).toBeCloseTo(1.2798542258336676, 12);
    expect(evenness).toBeCloseTo(0.9232196723355078, 12);
    expect(gini_simpson).toBeCloseTo(0.7, 12);
    // e to the entropy in nats is the same number.
    expect(effective_number).toBeCloseTo(Math.exp(1.2798542258336676), 12);
  });

  it('counts an empty cell as a cell: less even, not less diverse', () => {
    const full = diversity([8, 8]);
    const gappy = diversity([8, 8, 0, 0]);
    expect(full).toEqual({ bits: 1, evenness: 1, effective_number: 2, gini_simpson: 0.5 });
    expect(gappy).toEqual({ ...full, evenness: 0.5 });
  });

  it('has no evenness with a single cell', () => {
    expect(diversity([7])).toEqual({ bits: 0, evenness: null, effective_number: 1, gini_simpson: 0 });
  });

  it('rejects counts without anything', () => {
    expect(() => diversity([])).toThrow('above 0');
    expect(() => diversity([0, 0])).toThrow('above 0');
  });

  it('lies between the values of one full cell and of equally full cells', () => {
    const counts = fc.array(fc.nat({ max: 1e7 }), { minLength: 2 }).filter((list) => list.some((count) => count > 0));
    fc.assert(
      fc.property(counts, (list) => {
        const { evenness, effective_number, gini_simpson } = diversity(list);
        expect(evenness).toBeGreaterThanOrEqual(0);
        expect(evenness).toBeLessThanOrEqual(1 + 1e-12);
        expect(effective_number).toBeLessThanOrEqual(list.length * (1 + 1e-12));
        expect(gini_simpson).toBeLessThanOrEqual(1 - 1 / list.length + 1e-12);
      }),
    );
  });
});
