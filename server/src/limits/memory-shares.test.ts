import { describe, expect, it } from 'vitest';
import { MemoryShares } from './memory-shares.ts';

describe('MemoryShares', () => {
  it('allows each caller a quarter and all of them the whole, and reuses what is released', () => {
    const memory = new MemoryShares(400);
    expect(memory.take('a', 60)).toBeUndefined();
    expect(memory.take('a', 41)).toBe('concurrency_limited');
    expect(memory.take('a', 40)).toBeUndefined();
    for (const caller of ['b', 'c', 'd']) expect(memory.take(caller, 100)).toBeUndefined();
    expect(memory.take('e', 1)).toBe('overloaded');
    memory.release('a', 60);
    expect(memory.take('e', 60)).toBeUndefined();
    expect(memory.take('a', 61)).toBe('concurrency_limited');
  });

  it('never exceeds its size, at ten times as many requests', () => {
    const memory = new MemoryShares(400);
    let held = 0;
    for (let caller = 0; caller < 400; caller += 1) if (memory.take(String(caller), 10) === undefined) held += 10;
    expect(held).toBe(400);
  });
});
