import { expect, it } from 'vitest';
import { ellipsize } from './ellipsize.ts';

it('keeps a text that fits', () => {
  expect(ellipsize('Canberra', 8)).toBe('Canberra');
});

it('marks where a text was cut off', () => {
  expect(ellipsize('Canberra', 3)).toBe('Can…');
});

it('never cuts through a character', () => {
  expect(ellipsize('ab😀', 3)).toBe('ab…');
  expect(ellipsize('ab😀c', 4)).toBe('ab😀…');
});
