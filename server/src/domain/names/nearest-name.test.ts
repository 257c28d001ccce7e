import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.ts';

const KNOWN = ['category', 'difficulty', 'limit', 'offset', 'topic_focus', 'q'];

describe('nearestName', () => {
  it.each([
    ['categroy', 'category'],
    ['Category', 'category'],
    ['limt', 'limit'],
    ['topicfocus', 'topic_focus'],
    ['page', undefined],
    ['completely_different', undefined],
    ['', 'q'],
  ])('takes "%s" for %s', (name, expected) => {
    expect(nearestName(name, KNOWN)).toBe(expected);
  });

  it('prefers the nearer of two', () => {
    expect(nearestName('limits', ['limited', 'limit'])).toBe('limit');
    expect(nearestName('limits', ['limit', 'limited'])).toBe('limit');
  });

  it('finds nothing in an empty list', () => {
    expect(nearestName('limit', [])).toBeUndefined();
  });

  it('finds every known name by its own spelling, in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN), (name) => {
        expect(nearestName(name, KNOWN)).toBe(name);
        expect(nearestName(name.toUpperCase(), KNOWN)).toBe(name);
      }),
    );
  });

  it('finds a name in which one letter was left out', () => {
    const long = KNOWN.filter((name) => name.length > 4);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), (name, at) => {
        const index = at % name.length;
        expect(nearestName(name.slice(0, index) + name.slice(index + 1), KNOWN)).toBe(name);
      }),
    );
  });

  it('is fast on a name of a megabyte', () => {
    expect(nearestName('x'.repeat(1_000_000), KNOWN)).toBeUndefined();
  });
});

describe('didYouMean', () => {
  it('returns a sentence to append, or nothing', () => {
    expect(didYouMean('limt', KNOWN)).toBe(' Did you mean `limit`?');
    expect(didYouMean('elsewhere', KNOWN)).toBe('');
  });
});
