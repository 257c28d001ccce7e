import { describe, expect, it } from 'vitest';
import { mergeCalls } from './merge-calls.ts';

const MERGING = { maxBatch: 3 };

describe('mergeCalls', () => {
  it('merges all calls of one turn, and returns each its own value', async () => {
    const batches: (readonly number[])[] = [];
    const double = mergeCalls(async (keys: readonly number[]) => {
      batches.push(keys);
      return keys.map((key) => key * 2);
    }, MERGING);
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('rejects every call when a load fails, and works again afterwards', async () => {
    let broken = true;
    const find = mergeCalls(async (keys: readonly string[]) => {
      if (broken) throw new Error('unavailable');
      return keys;
    }, MERGING);
    expect(await Promise.allSettled([find('a'), find('b')])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    broken = false;
    expect(await find('c')).toBe('c');
  });

  it('splits more calls than fit into one load', async () => {
    const sizes: number[] = [];
    const find = mergeCalls(async (keys: readonly number[]) => {
      sizes.push(keys.length);
      return keys;
    }, MERGING);
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(find))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('starts a load after the calls that it serves, never sharing one in progress', async () => {
    let state = 'old';
    const check = mergeCalls(
      async (calls: readonly undefined[]) => {
        const seen = state;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return calls.map(() => seen);
      },
      { maxBatch: 100, concurrency: 1 },
    );
    const first = check(undefined);
    await new Promise((resolve) => setTimeout(resolve, 2));
    state = 'new';
    expect(await Promise.all([first, check(undefined), check(undefined)])).toEqual(['old', 'new', 'new']);
  });

  it('rejects further calls while ten thousand are waiting, and serves those', {
    tags: ['heavy'],
    timeout: 60_000,
  }, async () => {
    const check = mergeCalls(async (keys: readonly number[]) => keys, { maxBatch: 500, concurrency: 1 });
    const answers = await Promise.allSettled(Array.from({ length: 100_000 }, (_, key) => check(key)));
    const rejected = answers.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(90_000);
    expect(rejected[0]).toMatchObject({ reason: { code: 'overloaded', headers: { 'retry-after': '1' } } });
  });
});
