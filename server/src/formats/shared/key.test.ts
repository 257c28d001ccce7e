import { describe, expect, it } from 'vitest';
import { findKey } from './key.ts';

const options = (...texts: string[]) => texts.map((text, index) => ({ letter: String.fromCharCode(97 + index), text }));

describe('findKey', () => {
  it.each([
    ['B', 'Mars'],
    ['b)', 'Mars'],
    ['2', 'Mars'],
    ['mars', 'Mars'],
    ['Venus', 'Venus'],
  ])('%s names %s', (key, answer) => {
    expect(findKey(options('Venus', 'Mars', 'Rome, Paris'), key, false)).toMatchObject({ answer });
  });

  it('treats a text with a comma as a text', () => {
    expect(findKey(options('Venus', 'Rome, Paris'), 'Rome, Paris', false)).toMatchObject({ index: 1 });
  });

  it.each([
    ['', 'no_answer'],
    ['A, C', 'several_answers'],
    ['1,2', 'several_answers'],
    ['D', 'bad_key'],
    ['9', 'bad_key'],
    ['Pluto', 'bad_key'],
  ])('%j is %s', (key, code) => {
    expect(findKey(options('a1', 'b1', 'c1', ''), key, false)).toMatchObject({ code });
  });

  it('rejects an ambiguous key unless only numbers are allowed', () => {
    expect(findKey(options('2', '3', '1'), '1', false)).toMatchObject({ code: 'ambiguous_key' });
    expect(findKey(options('2', '3', '1'), '1', true)).toMatchObject({ answer: '2' });
    expect(findKey(options('b', 'a'), 'a', false)).toMatchObject({ code: 'ambiguous_key' });
  });

  it('is the answer itself if there are no options', () => {
    expect(findKey(options('', ''), 'Neptune', false)).toEqual({ answer: 'Neptune', index: -1 });
    expect(findKey(options('', ''), '1', true)).toMatchObject({ code: 'bad_key' });
    expect(findKey(options('x', ''), 'A', false)).toMatchObject({ code: 'too_few_options' });
  });
});
