import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Sampler } from './sampler.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const OPTIONS = { everyMs: 5000, waitMs: 1000 };

it('takes one sample for all callers within its time', async () => {
  let taken = 0;
  const sampler = new Sampler(async () => (taken += 1), OPTIONS);
  expect(await Promise.all(Array.from({ length: 1000 }, () => sampler.read()))).toEqual(Array(1000).fill(1));
  vi.advanceTimersByTime(4999);
  expect([await sampler.read(), taken]).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  expect([await sampler.read(), taken]).toEqual([2, 2]);
});

it('returns undefined if the sample fails, and only tries again after its time', async () => {
  let tries = 0;
  const take = async () => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return 'there';
  };
  const sampler = new Sampler(take, OPTIONS);
  expect(await sampler.read()).toBeUndefined();
  expect([await sampler.read(), tries]).toEqual([undefined, 1]);
  vi.advanceTimersByTime(5000);
  expect(await sampler.read()).toBe('there');
});

it('does not keep callers waiting for a slow sample, and never takes two at once', async () => {
  let taken = 0;
  const { promise, resolve } = Promise.withResolvers<string>();
  const sampler = new Sampler(() => {
    taken += 1;
    return promise;
  }, OPTIONS);
  const [first, second] = [sampler.read(), sampler.read()];
  await vi.advanceTimersByTimeAsync(1000);
  expect([await first, await second]).toEqual([undefined, undefined]);
  const third = sampler.read();
  resolve('late');
  expect([await third, taken]).toEqual(['late', 1]);
});
