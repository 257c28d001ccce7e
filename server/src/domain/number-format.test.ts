import { expect, it } from 'vitest';
import { groupDigits } from './number-format.ts';

it.each([
  [61_422, undefined, '61,422'],
  [0.0336, undefined, '0.034'],
  [-1234.5, [2, 2], '-1,234.50'],
  [-0.001, [0, 2], '0'],
  [-0.001, [2, 2], '0.00'],
])('writes %s with decimals %s as %s', (value, decimals, text) => {
  expect(groupDigits(value, ...(decimals ?? []))).toBe(text);
});
