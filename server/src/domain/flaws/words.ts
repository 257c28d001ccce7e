import { normalForm } from '../text/text.ts';

/** A word of a text: its folded key, and where it stands in code units. */
export interface Word {
  /** Lower case, without accents, and without a possessive 's: "Milne’s" is "milne", "what's" is "what". */
  key: string;
  start: number;
  end: number;
}

export interface WordList {
  words: readonly Word[];
  /** Whether more than half of the letters are Latin ones; so it is for a text without any. */
  latin: boolean;
}

const ASCII_WORD = new Uint8Array(128);
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') {
  ASCII_WORD[sign.charCodeAt(0)] = 1;
}
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const APOSTROPHE = 0x27;
const CURLY_APOSTROPHE = 0x2019;

/**
 * Written out by character code: a Unicode regular expression takes three times as long, and every write of a question
 * waits for this.
 */
export function readWords(text: string): WordList {
  const words: Word[] = [];
  let ascii = true;
  let otherLetters = 0;
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 128) {
      ascii = false;
      if (!isLatin(code) && isWordCode(text, index, code)) otherLetters += 1;
    }
    if (isWordCode(text, index, code)) {
      if (start < 0) start = index;
    } else if (start >= 0 && !joins(text, index, code)) {
      words.push({ key: '', start, end: index });
      start = -1;
    }
  }
  if (start >= 0) words.push({ key: '', start, end: text.length });
  setKeys(text, words, ascii);
  return { words, latin: otherLetters === 0 || otherLetters * 2 < countLetters(text, words) };
}

function setKeys(text: string, words: Word[], ascii: boolean): void {
  const lower = ascii ? text.toLowerCase() : '';
  for (const word of words) {
    const key = ascii ? lower.slice(word.start, word.end) : foldWord(text.slice(word.start, word.end));
    word.key = key.endsWith("'s") ? key.slice(0, -2) : key;
  }
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
  if ((code & 0xf800) !== 0xd800) return isWordUnit(code);
  const point = text.codePointAt((code & 0xfc00) === 0xdc00 && index > 0 ? index - 1 : index) ?? 0;
  return point > 0xffff && WORD_CHARACTER.test(String.fromCodePoint(point));
}

/** 0 until asked for, then 1 for "no" and 2 for "yes". */
const UNITS = new Uint8Array(0x10000);

function isWordUnit(code: number): boolean {
  const known = UNITS[code];
  if (known !== 0) return known === 2;
  const yes = WORD_CHARACTER.test(String.fromCharCode(code));
  UNITS[code] = yes ? 2 : 1;
  return yes;
}

/** Latin-1, Latin Extended-A and -B, combining marks and Latin Extended Additional. */
function isLatin(code: number): boolean {
  return code < 0x250 || (code >= 0x300 && code < 0x370) || (code >= 0x1e00 && code < 0x1f00);
}
