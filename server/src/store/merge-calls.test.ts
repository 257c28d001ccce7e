import { describe, expect, it } from 'vitest';
import { mergeCalls } from './merge-calls.ts';

describe('mergeCalls', () => {
  it('makes one call of all that arrive in one turn, and gives each its own value', async () => {
    const batches: (readonly number[])[] = [];
    const double = mergeCalls(async (keys: readonly number[]) => {
      batches.push(keys);
      return keys.map((key) => key * 2);
    });
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(await double(4)).toBe(8);
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('lets everybody know when it fails, and works again afterwards', async () => {
    let broken = true;
    const find = mergeCalls(async (keys: readonly string[]) => {
      if (broken) throw new Error('away');
      return keys;
    });
    expect(await Promise.allSettled([find('a'), find('b')])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    broken = false;
    expect(await find('c')).toBe('c');
  });
});
