import { describe, expect, it } from 'vitest';
import { readPreferences } from './prefer.ts';

describe('readPreferences', () => {
  it.each([
    ['return=minimal', true, false],
    ['handling=lenient', false, true],
    ['return=minimal, handling=lenient', true, true],
    ['return=minimal; foo=bar', true, false],
    ['RETURN = "minimal"', true, false],
    ['wait=10, return=representation', false, false],
    ['handling=strict', false, false],
    ['return', false, false],
    ['xreturn=minimal', false, false],
    ['return=minimally', false, false],
    ['', false, false],
    [undefined, false, false],
  ])('%s: minimal %s, lenient %s', (header, minimal, lenient) => {
    expect(readPreferences(header)).toEqual({ minimal, lenient });
  });

  it('joins repeated headers', () => {
    expect(readPreferences(['return=minimal', 'handling=lenient'])).toEqual({ minimal: true, lenient: true });
  });
});
