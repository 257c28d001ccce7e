import { describe, expect, it } from 'vitest';
import { mergeWrites } from './merge-writes.ts';

const rejected = () => Object.assign(new Error('duplicate key'), { code: '23505' });
const broken = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

describe('mergeWrites', () => {
  it('collects writes that arrive during two batches into the next batch', async () => {
    const batches: (readonly number[])[] = [];
    const releases: (() => void)[] = [];
    const write = mergeWrites(async (items: readonly number[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => releases.push(resolve));
      return items;
    });
    const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const answers = [write(1)];
    await turn();
    answers.push(write(2));
    await turn();
    answers.push(write(3), write(4));
    await turn();
    expect(batches).toEqual([[1], [2]]);
    releases[0]?.();
    await turn();
    expect(batches).toEqual([[1], [2], [3, 4]]);
    for (const release of releases) release();
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
  });

  it('ends a batch before it is too heavy, and writes an item that is too heavy by itself', async () => {
    const batches: (readonly number[])[] = [];
    const write = mergeWrites(
      async (items: readonly number[]) => {
        batches.push(items);
        return items;
      },
      { weigh: (item) => item, maxWeight: 10 },
    );
    expect(await Promise.all([4, 5, 3, 50, 1].map(write))).toEqual([4, 5, 3, 50, 1]);
    expect(batches).toEqual([[4, 5], [3], [50], [1]]);
  });

  it("keeps one caller's mistake from the others when the data are rejected", async () => {
    const stored: number[] = [];
    const write = mergeWrites(async (items: readonly number[]) => {
      if (items.includes(13)) throw rejected();
      stored.push(...items);
      return items;
    });
    const answers = await Promise.allSettled([write(1), write(13), write(2)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([1, 2]);
  });

  it('retries nothing when the database fails, because it may have been stored', async () => {
    let calls = 0;
    const write = mergeWrites(async (): Promise<number[]> => {
      calls += 1;
      throw broken();
    });
    const answers = await Promise.allSettled([write(1), write(2)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('finds one rejected write among five hundred with few statements', async () => {
    let calls = 0;
    const write = mergeWrites(async (items: readonly number[]) => {
      calls += 1;
      if (items.includes(13)) throw rejected();
      return items;
    });
    const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, item) => write(item)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(calls).toBeLessThan(25);
  });

  it('rejects further writes while two thousand are waiting, and stores those', async () => {
    let written = 0;
    const write = mergeWrites(async (items: readonly number[]) => {
      written += items.length;
      return items;
    });
    const answers = await Promise.allSettled(Array.from({ length: 20_000 }, (_, item) => write(item)));
    const turnedAway = answers.filter(({ status }) => status === 'rejected');
    expect(turnedAway).toHaveLength(18_000);
    expect(turnedAway[0]).toMatchObject({ reason: { code: 'overloaded' } });
    expect(written).toBe(2000);
  }, 300_000);
});
