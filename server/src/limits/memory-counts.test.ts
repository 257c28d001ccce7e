import { describe, expect, it } from 'vitest';
import { MAX_KEYS, MemoryCounts } from './memory-counts.ts';

describe('counts in memory', () => {
  it('start again when their window has ended', () => {
    let now = 0;
    const counts = new MemoryCounts(60, () => now);
    expect(counts.add('key', 2)).toMatchObject({ used: 2, endsAt: 60_000 });
    now = 59_999;
    expect(counts.add('key', 3).used).toBe(5);
    now = 60_000;
    expect(counts.find('key')).toBeUndefined();
    expect(counts.add('key', 1)).toMatchObject({ used: 1, endsAt: 120_000 });
  });

  it('are limited to 100,000 keys at ten times as many, and keep the newest', { tags: ['heavy'] }, () => {
    const counts = new MemoryCounts(60, () => 0);
    let most = 0;
    for (let key = 0; key < 10 * MAX_KEYS; key += 1) {
      counts.add(`2001:db8:${key}::`, 1);
      most = Math.max(most, counts.size);
    }
    expect(most).toBeLessThanOrEqual(MAX_KEYS);
    const newest = Array.from({ length: MAX_KEYS / 2 }, (_, index) => 10 * MAX_KEYS - 1 - index);
    expect(newest.every((key) => counts.find(`2001:db8:${key}::`)?.used === 1)).toBe(true);
    expect(counts.find('2001:db8:0::')).toBeUndefined();
  });

  it('last for their whole window, however generations change', () => {
    let now = 0;
    const counts = new MemoryCounts(1, () => now);
    for (let step = 0; step < 5000; step += 7) {
      now = step;
      const key = `begun at ${step}`;
      counts.add(key, 1);
      for (const later of [1, 500, 999]) {
        now = step + later;
        counts.add(`other ${now}`, 1);
        expect(counts.find(key)?.used).toBe(1);
      }
    }
  });

  it('free the memory of ended windows as new keys arrive, without a timer', () => {
    let now = 0;
    const counts = new MemoryCounts(1, () => now);
    for (let key = 0; key < 10_000; key += 1) counts.add(`first ${key}`, 1);
    for (now = 1000; now <= 2000; now += 1000) counts.add(`later ${now}`, 1);
    expect(counts.size).toBe(2);
  });
});
