import { describe, expect, it } from 'vitest';
import { countSelected, isSelected, NOTHING, type Selection, withRows } from './selection.ts';

describe('a selection', () => {
  it('of rows is counted, and a row can be removed again', () => {
    const three = withRows(NOTHING, ['a', 'b', 'c'], true);
    expect(countSelected(three)).toBe(3);
    const two = withRows(three, ['b'], false);
    expect([countSelected(two), isSelected(two, 'a'), isSelected(two, 'b')]).toEqual([2, true, false]);
    expect(countSelected(three)).toBe(3);
  });

  it('of all matches includes rows that were never loaded, except excluded ones', () => {
    const all: Selection = { mode: 'filter', except: new Set(), expected_count: 48_210 };
    const fewer = withRows(all, ['a'], false);
    expect([countSelected(fewer), isSelected(fewer, 'a'), isSelected(fewer, 'unseen')]).toEqual([48_209, false, true]);
    expect(countSelected(withRows(fewer, ['a'], true))).toBe(48_210);
  });

  it('of all matches, with every row excluded, is empty', () => {
    const one: Selection = { mode: 'filter', except: new Set(), expected_count: 1 };
    expect(withRows(one, ['a'], false)).toBe(NOTHING);
  });
});
