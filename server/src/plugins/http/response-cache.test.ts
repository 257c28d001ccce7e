import { describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const KB = 1024;
const answer = (bytes: number) => ({ snapshot: '1:1:', etag: '"1"', headers: {}, body: 'x'.repeat(bytes) });

describe('ResponseCache', () => {
  it('never exceeds its memory, and drops the least recently used entries', () => {
    const cache = new ResponseCache(64 * KB);
    for (let number = 0; number < 640; number += 1) {
      cache.keep(`/${number}`, answer(KB));
      cache.find('/0');
      expect(cache.bytes).toBeLessThanOrEqual(64 * KB);
    }
    expect(cache.bytes).toBeGreaterThan(60 * KB);
    expect(['/0', '/1', '/639'].map((address) => cache.find(address) !== undefined)).toEqual([true, false, true]);
  });

  it('does not store overly large replies, and drops the previous entry', () => {
    const cache = new ResponseCache(64 * KB);
    cache.keep('/a', answer(KB));
    cache.keep('/a', answer(5 * KB));
    expect([cache.find('/a'), cache.bytes]).toEqual([undefined, 0]);
  });

  it('stores nothing without memory', () => {
    const cache = new ResponseCache(0);
    cache.keep('/a', answer(0));
    expect([cache.find('/a'), cache.bytes]).toEqual([undefined, 0]);
  });
});
