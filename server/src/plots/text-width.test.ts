import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth, truncate, wrap } from './text-width.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 80 });

describe('textWidth', () => {
  it('knows the widths of Arial', () => {
    expect(textWidth('Hello', 10)).toBeCloseTo(7.22 + 5.56 + 2.22 + 2.22 + 5.56);
  });

  it('counts an accented letter as the letter, and ignores invisible marks', () => {
    expect(textWidth('é', 10)).toBe(textWidth('e', 10));
    expect(textWidth('a\u200bb', 10)).toBe(textWidth('ab', 10));
  });
});

describe('truncate', () => {
  it('keeps the part that fits and replaces the rest with an ellipsis', () => {
    expect(truncate('Geography', 100, 12)).toBe('Geography');
    expect(truncate('General Knowledge', 60, 12)).toBe('General…');
  });

  it('never splits an emoji', () => {
    expect(truncate(`a${'👩‍👩‍👧'.repeat(9)}`, 100, 12)).toMatch(/^a(?:👩‍👩‍👧)*…$/u);
  });

  it('never exceeds the available width', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 20, max: 200 }),
        (text, width) => textWidth(truncate(text, width, 12), 12) <= width,
      ),
    );
  });
});

describe('wrap', () => {
  it('breaks at spaces and cuts the last line', () => {
    expect(wrap('one two three four five', 60, 12, 2)).toEqual(['one two', 'three fo…']);
  });

  it('never exceeds the number or width of lines', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = wrap(text, 90, 12, 2);
        return lines.length <= 2 && lines.every((line) => textWidth(line, 12) <= 90);
      }),
    );
  });
});
