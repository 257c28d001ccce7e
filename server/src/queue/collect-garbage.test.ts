import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { collectGarbage, giveBackMemory } from './collect-garbage.ts';

const heldMb = () => getHeapStatistics().total_physical_size / 2 ** 20;

/** Allocates like a shard: a lot at once, some of which survives for a while. */
function litter(): void {
  let some: object[] = [];
  for (let number = 0; number < 2_000_000; number += 1) {
    if (number % 200_000 === 0) some = [];
    some.push({ number, text: `question ${number}` });
  }
}

it('returns memory to the system, not only to V8', { tags: ['heavy'] }, () => {
  giveBackMemory();
  const before = heldMb();
  litter();
  collectGarbage();
  const kept = heldMb() - before;
  giveBackMemory();
  expect(kept).toBeGreaterThan(10);
  expect(heldMb() - before).toBeLessThan(kept / 3);
});
