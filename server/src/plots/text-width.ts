import { normalForm } from '../domain/text/text.ts';

// Advance widths of Arial, Helvetica, Liberation Sans and Arimo, from space to tilde, in thousandths of the font size.
// All four share them, so that a layout computed here is correct in browsers and in the PNG.
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const BOLD = 1.1;
const ZERO_WIDTH = /[\p{M}\p{Cf}]/u;
const WIDE =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff00-\uff60…—]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The width of a text in pixels; for other scripts, an upper estimate. */
export function textWidth(text: string, size: number, bold = false): number {
  let sum = 0;
  for (const character of normalForm(text, 'NFD')) sum += characterWidth(character);
  return (sum * size * (bold ? BOLD : 1)) / 1000;
}

function characterWidth(character: string): number {
  const known = WIDTHS[(character.codePointAt(0) ?? 0) - 32];
  if (known !== undefined) return known;
  if (ZERO_WIDTH.test(character)) return 0;
  if (character === '\u00a0') return 278;
  return WIDE.test(character) ? 1200 : 700;
}

/** The text, or as much of its beginning as fits with an ellipsis; never splits a character or an emoji. */
export function truncate(text: string, width: number, size: number, bold = false): string {
  if (textWidth(text, size, bold) <= width) return text;
  const room = width - textWidth('…', size, bold);
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment, size, bold);
    if (used > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text at spaces into at most `lines` lines; the rest is cut with an ellipsis. */
export function wrap(text: string, width: number, size: number, lines: number, bold = false): string[] {
  const done: string[] = [];
  let line = '';
  const words = text.split(' ');
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, size, bold) <= width) {
      line = longer;
    } else if (done.length === lines - 1) {
      line = [line, ...words.slice(index)].join(' ');
      break;
    } else {
      done.push(line);
      line = word;
    }
  }
  return [...done, line].map((full) => truncate(full, width, size, bold));
}
