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
  ])('for the category "%s" are %s', (value, expected) => {
    expect(suggestCategory(value, CATEGORIES)).toBe(expected);
  });

  it.each([
    ['mediun', 1],
    ['Expert', 2],
    ['Beginner', 0],
    ['7', undefined],
    ['purple', undefined],
  ])('for the level "%s" are %s', (value, expected) => {
    expect(suggestLevel(value)).toBe(expected);
  });
});
