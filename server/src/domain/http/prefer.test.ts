import { describe, expect, it } from 'vitest';
import { readPreferences } from './prefer.ts';

describe('readPreferences', () => {
  it.each([
    ['return=minimal', true, false],
    ['handling=lenient', false, true],
    ['return=minimal, handling=lenient', true, true],
    ['return=minimal; foo=bar', true, false],
    ['RETURN = "minimal"', true, false],
    ['handling=strict', false, false],
    ['return', false, false],
    ['xreturn=minimal', false, false],
    ['return=minimally', false, false],
    ['', false, false],
    [undefined, false, false],
  ])('%s: minimal %s, lenient %s', (header, minimal, lenient) => {
    expect(readPreferences(header)).toEqual({ minimal, lenient });
  });

  it.each([
    ['wait=10', 10],
    ['wait=0', 0],
    ['wait="5", return=minimal', 5],
    ['respond-async', 0],
    ['respond-async, wait=10', 10],
    ['wait=600', 30],
    ['wait=-1', undefined],
    ['wait=soon', undefined],
    ['await=3', undefined],
  ])('%s: waits %s seconds', (header, seconds) => {
    expect(readPreferences(header).waitSeconds).toBe(seconds);
  });

  it('joins repeated headers', () => {
    expect(readPreferences(['return=minimal', 'handling=lenient'])).toEqual({ minimal: true, lenient: true });
  });
});
