import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gate, GateClosed, MAX_WAITING, MAX_WAITING_EACH } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends on demand, and what has been started so far. */
function sampleWork() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endFirst = async () => {
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { started, work, endFirst };
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'passed',
    (error: unknown) => (error instanceof GateClosed ? error.code : 'another error'),
  );

describe('Gate', () => {
  it('runs as many at once as the limits of all and of each allow, and the next in order when one ends', async () => {
    const gate = new Gate({ total: 3, each: 2, maxWaitMs: 1000 });
    const { started, work, endFirst } = sampleWork();
    for (const [caller, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const) {
      void gate.run(caller, work(name));
    }
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await endFirst();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
    await endFirst();
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1']);
  });

  it('rejects after the maximum wait, by the exhausted share of a caller or of all', async () => {
    const gate = new Gate({ total: 2, each: 1, maxWaitMs: 1000 });
    const { work } = sampleWork();
    void gate.run('a', work('a1'));
    void gate.run('b', work('b1'));
    const codes = Promise.all([codeOf(gate.run('a', work('a2'))), codeOf(gate.run('c', work('c1')))]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await codes).toEqual(['concurrency_limited', 'overloaded']);
  });

  it('limits the number of waiting callers, at ten times as many', async () => {
    const gate = new Gate({ total: 1, each: 1, maxWaitMs: 1000 });
    const { work } = sampleWork();
    void gate.run('first', work('first'));
    const own = Array.from({ length: 10 * MAX_WAITING_EACH }, () => codeOf(gate.run('a', work('a'))));
    const others = Array.from({ length: 10 * MAX_WAITING }, (_, index) => codeOf(gate.run(`b${index}`, work('b'))));
    // Callers beyond the waiting limit are rejected at once.
    let rejected = 0;
    for (const code of [...own, ...others]) void code.then(() => (rejected += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(rejected).toBe(own.length + others.length - MAX_WAITING);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rejected).toBe(own.length + others.length);
  });

  it('prefers the caller who has had the least time, however many entries of another caller are waiting', async () => {
    const gate = new Gate({ total: 1, each: 1, maxWaitMs: 60_000 });
    const { started, work, endFirst } = sampleWork();
    for (let index = 0; index < 10; index += 1) void gate.run('crowd', work(`crowd ${index}`));
    await vi.advanceTimersByTimeAsync(500);
    await endFirst();
    void gate.run('single', work('single'));
    await vi.advanceTimersByTimeAsync(500);
    await endFirst();
    expect(started).toEqual(['crowd 0', 'crowd 1', 'single']);
  });

  it('makes room in a full queue at the cost of the caller with the most entries', async () => {
    const gate = new Gate({ total: 1, each: 1, maxWaitMs: 1000 });
    const { work } = sampleWork();
    void gate.run('first', work('first'));
    const crowds = Array.from({ length: MAX_WAITING }, (_, index) =>
      codeOf(gate.run(`crowd ${index % 4}`, work('crowd'))),
    );
    const single = codeOf(gate.run('single', work('single')));
    expect(await Promise.race([...crowds, single])).toBe('overloaded');
    const settled = await Promise.all(
      [single, ...crowds].map((code) => Promise.race([code, Promise.resolve('waiting')])),
    );
    expect(settled[0]).toBe('waiting');
    expect(settled.filter((code) => code === 'overloaded')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all([single, ...crowds]);
  });

  it('continues after work that fails', async () => {
    const gate = new Gate({ total: 1, each: 1, maxWaitMs: 1000 });
    const failing = gate.run('a', () => Promise.reject(new Error('failed')));
    const next = gate.run('b', async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
  });
});
