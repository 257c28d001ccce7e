import { describe, expect, it } from 'vitest';
import { listNames, numbered, rounded } from './wording.ts';

describe('numbers in sentences', () => {
  it('are counted with their noun', () => {
    expect(numbered(12_345)).toBe('12,345');
    expect([0, 1, 1000].map((count) => numbered(count, 'question'))).toEqual([
      '0 questions',
      '1 question',
      '1,000 questions',
    ]);
    expect([1, 2].map((count) => numbered(count, 'category', 'categories'))).toEqual(['1 category', '2 categories']);
  });

  it('are rounded to meaningful digits', () => {
    expect([0, 0.01284, 0.1, 7.368, -1.46, 12, 1234.56].map(rounded)).toEqual([
      '0',
      '0.013',
      '0.1',
      '7.4',
      '-1.5',
      '12',
      '1,234.6',
    ]);
  });
});

describe('names in sentences', () => {
  it('are listed', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listNames)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  });
});
