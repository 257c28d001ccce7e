import { describe, expect, it } from 'vitest';
import { readTarget, rowAt } from './target.ts';

describe('a target', () => {
  it('is an id, a date, a percentage or words', () => {
    const id = '019A8F00-0000-7000-8000-000000000001';
    expect(readTarget(` ${id} `)).toEqual({ kind: 'id', id: id.toLowerCase() });
    expect(readTarget('2026-11-3')).toEqual({ kind: 'date', date: new Date(2026, 10, 3) });
    expect(readTarget('12,5%')).toEqual({ kind: 'percent', percent: 12.5 });
    expect(readTarget('moon')).toEqual({ kind: 'text', text: 'moon' });
  });

  it('is words if it only looks like something else', () => {
    for (const text of ['2026-02-31', '101%', '019a8f00-0000'])
      expect(readTarget(text)).toEqual({ kind: 'text', text });
    expect(readTarget('a')).toBeUndefined();
  });

  it('is an existing row if it is a percentage', () => {
    expect([0, 50, 99.99, 100].map((percent) => rowAt(percent, 1000))).toEqual([0, 500, 999, 999]);
    expect(rowAt(50, 0)).toBe(0);
  });
});
