import { describe, expect, it } from 'vitest';
import { suggestCategory, suggestLevel, suggestLevels } from './suggest.ts';

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

  it.each([
    [['leicht', 'Mittel', 'schwer', 'lila'], { leicht: 0, Mittel: 1, schwer: 2 }],
    [['1', '2', '3'], { 1: 0, 2: 1, 3: 2 }],
    [['3', '1'], { 1: 0, 3: 2 }],
    [['0', '1', '3'], {}],
    [['★', '★★', '★★★'], { '★': 0, '★★': 1, '★★★': 2 }],
    [['★☆☆', '★★★'], { '★☆☆': 0, '★★★': 2 }],
    [['1', '2', '3', '4', '5'], { 1: 0, 2: 1, 3: 1, 4: 2, 5: 2 }],
    [['7', '9'], {}],
  ])('for the levels %j are %j', (values, expected) => {
    expect(Object.fromEntries(suggestLevels(values))).toEqual(expected);
  });
});
