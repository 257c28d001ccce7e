import { expect, it } from 'vitest';
import { mapInSlices } from './slices.ts';

it('maps in order and lets others have their turn meanwhile', async () => {
  let turns = 0;
  const ticker = setInterval(() => (turns += 1), 0);
  const spin = (item: number) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return item * 2;
  };
  const doubled = await mapInSlices(
    Array.from({ length: 50 }, (_, index) => index),
    spin,
  );
  clearInterval(ticker);
  expect(doubled).toEqual(Array.from({ length: 50 }, (_, index) => index * 2));
  expect(turns).toBeGreaterThanOrEqual(3);
});
