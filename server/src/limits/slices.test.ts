import { expect, it } from 'vitest';
import { mapInSlices, Slices } from './slices.ts';

/** Blocks the event loop like computation. */
function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('returns the result of each item, in order', async () => {
  expect(await mapInSlices([1, 2, 3], (item, index) => item * 10 + index)).toEqual([10, 21, 32]);
});

it('yields after every slice', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  await mapInSlices(Array.from({ length: 20 }), () => compute(6));
  clearInterval(count);
  expect(turns).toBeGreaterThanOrEqual(15);
});

it('shares the time of a turn among all its work', async () => {
  await new Slices().next();
  const first = new Slices();
  expect(first.over).toBe(false);
  compute(6);
  expect(new Slices().over).toBe(true);
  await first.next();
  expect(new Slices().over).toBe(false);
});

it('begins one slice per turn of the loop, however much work is waiting', async () => {
  let turn = 0;
  let running = true;
  const next = () => {
    turn += 1;
    if (running) setImmediate(next);
  };
  next();
  const begun: number[] = [];
  const work = async () => {
    const slices = new Slices();
    for (let count = 0; count < 5; count += 1) {
      await slices.next();
      begun.push(turn);
      compute(1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  running = false;
  expect(begun).toHaveLength(100);
  expect(new Set(begun).size).toBe(100);
});
