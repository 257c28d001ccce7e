import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints, findForbiddenCharacter, formulaKey, normaliseText, textKey } from './text.ts';

/** Any Unicode text without lone surrogates. */
const anyText = fc.string({ unit: 'binary' });

describe('normaliseText', () => {
  it.each([
    ['composes to NFC', 'Cafe\u0301', 'Café'],
    ['trims spaces, line ends and no-break spaces', ' \n\u00a0a b\u3000\t', 'a b'],
    ['keeps what is inside', 'a  b\n\tc', 'a  b\n\tc'],
    ['converts the line ends of Windows and old Macs to LF', 'a\r\nb\rc\n\r\nd\r', 'a\nb\nc\n\nd'],
    ['keeps compatibility forms', 'x²', 'x²'],
    ['returns an empty text for spaces only', '  ', ''],
  ])('%s', (_name, text, expected) => {
    expect(normaliseText(text)).toBe(expected);
  });

  it('changes nothing the second time', () => {
    fc.assert(fc.property(anyText, (text) => normaliseText(normaliseText(text)) === normaliseText(text)));
  });
});

const isForbidden = (text: string) => findForbiddenCharacter(text) !== undefined;

describe('findForbiddenCharacter', () => {
  it('accepts TAB, LF and every printable text', () => {
    expect(isForbidden('a\tb\nc\u00a0é漢😀')).toBe(false);
  });

  it('rejects exactly the control characters other than TAB and LF', () => {
    const controls = Array.from({ length: 0x10000 }, (_, code) => code).filter(
      (code) => (code < 0xd800 || code > 0xdfff) && isForbidden(String.fromCharCode(code)),
    );
    const expected = Array.from({ length: 0xa0 }, (_, code) => code).filter(
      (code) => (code < 0x20 || code >= 0x7f) && code !== 9 && code !== 10,
    );
    expect(controls).toEqual(expected);
  });

  it.each(['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\ude00\ud83d'])('rejects a lone surrogate', (text) => {
    expect(isForbidden(text)).toBe(true);
  });

  it.each([
    ['\u0007', { name: 'U+0007', line: 1, column: 1 }],
    ['one\n😀é two\u000b', { name: 'U+000B', line: 2, column: 7 }],
    ['a\n\n\u0085', { name: 'U+0085', line: 3, column: 1 }],
    ['a\ud83d b', { name: 'U+D83D', line: 1, column: 2 }],
  ])('reports the character of %j and its position', (text, expected) => {
    expect(findForbiddenCharacter(text)).toEqual(expected);
  });

  it('finds one at any position', () => {
    const printable = fc.string({ unit: 'grapheme-ascii' });
    fc.assert(fc.property(printable, printable, (before, after) => isForbidden(`${before}\u0000${after}`)));
  });
});

describe('countCodePoints', () => {
  it('counts a character outside the basic plane once', () => {
    expect([countCodePoints(''), countCodePoints('abc'), countCodePoints('a😀漢')]).toEqual([0, 3, 3]);
  });

  it('equals the count by iteration', () => {
    fc.assert(fc.property(anyText, (text) => countCodePoints(text) === Array.from(text).length));
  });
});

describe('textKey', () => {
  it.each([
    ['folds case', 'Which PLANET', 'which planet'],
    ['strips accents, composed or not', 'Café Cafe\u0301 Ångström', 'cafe cafe angstrom'],
    ['turns punctuation into single spaces', '  “Who—exactly?!”  (me) ', 'who exactly me'],
    ['folds compatibility forms', 'ﬁve ② ｆｕｌｌ', 'five 2 full'],
    ['keeps digits', 'H2O in 1969', 'h2o in 1969'],
    ['keeps negations', 'Which is not a planet', 'which is not a planet'],
    ['keeps other scripts', 'Что такое 月?', 'что такое 月'],
    ['is empty for symbols only', '?!…', ''],
  ])('%s', (_name, text, expected) => {
    expect(textKey(text)).toBe(expected);
  });

  it('contains only letters, digits and single spaces', () => {
    fc.assert(fc.property(anyText, (text) => /^$|^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(textKey(text))));
  });

  it('does not depend on the normal form of the text', () => {
    fc.assert(fc.property(anyText, (text) => textKey(text.normalize('NFD')) === textKey(text.normalize('NFC'))));
  });

  it('treats plain texts like any other text', () => {
    const plain = fc.string({ unit: fc.constantFrom(...Array.from("aZ09 .,-'\n\t?")) });
    fc.assert(fc.property(plain, (text) => `${textKey(text)} e`.trim() === textKey(`${text} é`)));
  });
});

describe('formulaKey', () => {
  it.each([
    ['2 + 2', '2+2'],
    ['x = −1', 'x=-1'],
    ['X = -1', 'x=-1'],
    ['2 × 3', '2×3'],
    ['a ≤ b', 'a≤b'],
    ['√ 2', '√2'],
    ['½ π', '½ π'],
    ['(a)', 'a'],
    ['50 %', '50 %'],
    ['x != 2', 'x¬=2'],
    ['x ≠ 2', 'x¬=2'],
  ])('folds "%s" to "%s"', (text, expected) => {
    expect(formulaKey(text)).toBe(expected);
  });

  it.each([
    ['2+2', '2-2'],
    ['x = 2', 'x ≠ 2'],
    ['x ∈ A', 'x ∉ A'],
    ['x < 2', 'x > 2'],
    ['x ≤ 2', 'x ≥ 2'],
    ['2 × 3', '2 ÷ 3'],
    ['x²', 'x2'],
    ['1.5', '15'],
    ['∞', '∅'],
  ])('distinguishes %s from %s', (left, right) => {
    expect(formulaKey(left)).not.toBe(formulaKey(right));
  });
});
