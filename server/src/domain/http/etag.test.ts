import { describe, expect, it } from 'vitest';
import { matchesAny } from './etag.ts';

describe('matchesAny', () => {
  it.each([
    ['"3"', '"3"', 'strong', true],
    ['W/"3"', '"3"', 'strong', false],
    ['"2", "3"', '"3"', 'strong', true],
    ['*', '"3"', 'strong', true],
    ['3', '"3"', 'strong', false],
    ['W/"3"', '"3"', 'weak', true],
    ['"3"', 'W/"3"', 'weak', true],
    ['"4"', '"3"', 'weak', false],
  ] as const)('%s against %s, %s: %s', (header, etag, comparison, expected) => {
    expect(matchesAny(header, etag, comparison)).toBe(expected);
  });
});
