import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Turns } from './turns.ts';

const LIMITS = { maxWorking: 10, maxWaitingOfCaller: 50, maxWaiting: 100 };

/** Fills the capacity with one request of its full weight. */
function busy(limits = LIMITS): { turns: Turns; order: string[]; ask: (key: string, weight?: number) => unknown } {
  const turns = new Turns(limits);
  const order: string[] = [];
  expect(turns.tryEnter('first', limits.maxWorking)).toBe(true);
  return { turns, order, ask: (key, weight = 1) => turns.wait(key, weight, () => order.push(key)) };
}

describe('with free capacity', () => {
  test('nobody waits', () => {
    const turns = new Turns(LIMITS);
    for (let index = 0; index < 10; index += 1) expect(turns.tryEnter('a', 1)).toBe(true);
    expect(turns.tryEnter('b', 1)).toBe(false);
    turns.leave(1);
    expect(turns.tryEnter('b', 1)).toBe(true);
  });

  test('a request heavier than the capacity runs alone', () => {
    const turns = new Turns(LIMITS);
    expect(turns.tryEnter('a', 1000)).toBe(true);
    expect(turns.tryEnter('b', 1)).toBe(false);
    turns.leave(1000);
    expect(turns.working).toBe(0);
  });
});

describe('under load', () => {
  test('a caller with one request does not wait for the queue of another', () => {
    const { turns, order, ask } = busy();
    for (let index = 0; index < 40; index += 1) ask('crowd', 10);
    ask('single', 1);
    turns.leave(10); // the first queued request of the crowd arrived before anybody else's
    turns.leave(10);
    expect(order.slice(0, 2)).toEqual(['crowd', 'single']);
  });

  test('a caller with light requests precedes callers with heavy ones, even if those send one at a time', () => {
    const { turns, order, ask } = busy();
    for (let index = 0; index < 20; index += 1) ask(`heavy ${index}`, 10);
    for (let served = 0; served < 20; served += 1) turns.leave(10);
    // everybody has had a turn, and all but one have queued another heavy request
    order.length = 0;
    for (let index = 0; index < 20; index += 1) ask(`heavy ${index}`, 10);
    ask('light', 1);
    turns.leave(10);
    expect(order[0]).toBe('light');
  });

  test('two callers with queues share evenly', () => {
    const { turns, order, ask } = busy();
    for (let index = 0; index < 20; index += 1) ask('a', 10);
    for (let index = 0; index < 20; index += 1) ask('b', 10);
    for (let served = 0; served < 20; served += 1) turns.leave(10);
    const share = order.filter((key) => key === 'a').length;
    expect(share).toBeGreaterThanOrEqual(9);
    expect(share).toBeLessThanOrEqual(11);
  });

  test('a caller that leaves the queue is not called, and does not delay others', () => {
    const { turns, order, ask } = busy();
    const stepOut = ask('impatient', 10) as () => void;
    ask('patient', 1);
    stepOut();
    stepOut();
    turns.leave(10);
    expect(order).toEqual(['patient']);
    expect(turns.waiting).toBe(0);
  });
});

describe('the queue is bounded', () => {
  test('for one caller', () => {
    const { ask } = busy();
    for (let index = 0; index < 50; index += 1) expect(ask('a')).toBeTypeOf('function');
    expect(ask('a')).toBe('caller');
    expect(ask('b')).toBeTypeOf('function');
  });

  test('for all callers, at ten times as many', () => {
    const { turns, ask } = busy();
    const asked = Array.from({ length: 1000 }, (_, index) => ask(`caller ${index}`));
    expect(asked.filter((answer) => answer === 'all')).toHaveLength(900);
    expect(turns.waiting).toBe(100);
  });

  test('forgets most of a hundred thousand callers', () => {
    const turns = new Turns({ ...LIMITS, maxWorking: 1_000_000 });
    turns.tryEnter('first', 1);
    for (let index = 0; index < 100_000; index += 1) turns.tryEnter(`caller ${index}`, 1);
    for (let index = 0; index < 100_001; index += 1) turns.leave(1);
    expect(turns.working).toBe(0);
  });
});

test('capacity is never exceeded and everybody who stays is served, in any sequence', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('ask' as const),
      key: fc.constantFrom('a', 'b', 'c'),
      weight: fc.integer({ min: 0, max: 15 }),
    }),
    fc.record({ kind: fc.constantFrom('leave' as const, 'give up' as const), at: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const turns = new Turns(LIMITS);
      const working: number[] = [];
      const waiting = new Map<number, () => void>();
      for (const [number, taken] of steps.entries()) {
        if (taken.kind === 'ask') {
          const { key, weight } = taken;
          if (turns.tryEnter(key, weight)) working.push(weight);
          else {
            const out = turns.wait(key, weight, () => {
              waiting.delete(number);
              working.push(weight);
            });
            if (typeof out === 'function') waiting.set(number, out);
          }
        } else if (taken.kind === 'leave' && working.length > 0) {
          turns.leave(working.splice(taken.at % working.length, 1)[0] ?? 0);
        } else if (taken.kind === 'give up' && waiting.size > 0) {
          const [number = 0, out] = [...waiting][taken.at % waiting.size] ?? [];
          waiting.delete(number);
          out?.();
        }
        expect(turns.working).toBeLessThanOrEqual(LIMITS.maxWorking);
        expect(turns.waiting).toBe(waiting.size);
      }
      while (working.length > 0) turns.leave(working.pop() ?? 0);
      expect(waiting.size).toBe(0);
      expect(turns.working).toBe(0);
    }),
  );
});
