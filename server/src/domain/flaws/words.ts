import { classOf, OTHER } from '../text/character-classes.ts';
import { normalForm } from '../text/text.ts';
import { delimiterAfter, delimiterOf, EVERY_DELIMITER } from './delimiters.ts';
import { shapeOf } from './shapes.ts';

/** A word of a text: its folded key, and its position in code units. */
export interface Word {
  /** Lower case, without accents and without a possessive 's: "Milne’s" is "milne", "what's" is "what". */
  key: string;
  start: number;
  end: number;
  /** The shape of the key; see shapes.ts. */
  shape: number;
}

interface WordList {
  words: readonly Word[];
  /** The whole text in lower case. */
  lower: string;
  /** The delimiters between the words; see delimiters.ts. */
  delimiters: number;
  /** Whether more than half of the letters are Latin; also true for a text without letters. */
  latin: boolean;
}

const ASCII_WORD = new Uint8Array(128);
for (const character of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
  ASCII_WORD[character.charCodeAt(0)] = 1;
}
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const CURLY_APOSTROPHE = 0x2019;

/**
 * Reads character codes: a Unicode regular expression takes three times as long, and every write of a question waits
 * for this.
 */
export function readWords(text: string): WordList {
  const lower = text.toLowerCase();
  const words: Word[] = [];
  let ascii = true;
  let otherLetters = 0;
  let start = -1;
  let delimiters = 0;
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 128) {
      ascii = false;
      if (!isLatin(code) && isWordCode(text, index, code)) otherLetters += 1;
    }
    if (isWordCode(text, index, code)) {
      if (start < 0) start = index;
      before = 0;
      continue;
    }
    delimiters |= delimiterOf(code) | delimiterAfter(before);
    before = code;
    if (start >= 0 && !joins(text, index, code)) {
      words.push(wordOf(lower.slice(start, index), start, index));
      start = -1;
    }
  }
  if (start >= 0) words.push(wordOf(lower.slice(start), start, text.length));
  if (ascii)
    return { words, lower, latin: true, delimiters: delimiters | (before === SPACE ? delimiterAfter(SPACE) : 0) };
  return {
    words: words.map((word) => wordOf(foldWord(text.slice(word.start, word.end)), word.start, word.end)),
    lower,
    latin: otherLetters === 0 || otherLetters * 2 < countLetters(text, words),
    delimiters: EVERY_DELIMITER,
  };
}

function wordOf(full: string, start: number, end: number): Word {
  const key = full.charCodeAt(full.length - 2) === APOSTROPHE && full.endsWith('s') ? full.slice(0, -2) : full;
  return { key, start, end, shape: shapeOf(key) };
}

function foldWord(word: string): string {
  return normalForm(word, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/’/gu, "'");
}

function countLetters(text: string, words: readonly Word[]): number {
  return words.reduce((total, word) => total + text.slice(word.start, word.end).replace(/[\d'’]+/gu, '').length, 0);
}

/** An apostrophe between two letters belongs to the word. */
function joins(text: string, index: number, code: number): boolean {
  if (code !== APOSTROPHE && code !== CURLY_APOSTROPHE) return false;
  return index + 1 < text.length && isWordCode(text, index + 1, text.charCodeAt(index + 1));
}

function isWordCode(text: string, index: number, code: number): boolean {
  if (code < 128) return ASCII_WORD[code] === 1;
  if ((code & 0xf800) !== 0xd800) return classOf(code) !== OTHER;
  const point = text.codePointAt((code & 0xfc00) === 0xdc00 && index > 0 ? index - 1 : index) ?? 0;
  return point > 0xffff && classOf(point) !== OTHER;
}

/** Latin-1, Latin Extended-A and -B, combining marks and Latin Extended Additional. */
function isLatin(code: number): boolean {
  return code < 0x250 || (code >= 0x300 && code < 0x370) || (code >= 0x1e00 && code < 0x1f00);
}
