import { describe, expect, it } from 'vitest';
import { suggestCategory, suggestLevel } from './suggest.ts';

const CATEGORIES = ['Astronomy', 'Geography', 'Mathematics', 'Science'];

describe('suggestions', () => {
  it.each([
    ['Scince', 'Science'],
    ['geographie', 'Geography'],
    ['Math', 'Mathematics'],
    ['Cooking', undefined],
    ['', undefined],
  ])('category %s: %s', (value, expected) => {
    expect(suggestCategory(value, CATEGORIES)).toBe(expected);
  });

  it.each([
    ['mediun', 1],
    ['Expert', 2],
    ['Beginner', 0],
    ['7', undefined],
    ['purple', undefined],
  ])('level %s: %s', (value, expected) => {
    expect(suggestLevel(value)).toBe(expected);
  });
});
