import { textKey } from './text.ts';

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** All of them begin after this character; a cheap check that is applied to every text first. */
const PERHAPS_UNSPACED = /[\u0e00-\uffff]/; // by code units, which is twice as fast

/** The words of a text, folded as in its key. If a script does not separate words, pairs of characters are used. */
export function splitWords(text: string): string[] {
  return wordsOfKey(textKey(text));
}

export function wordsOfKey(key: string): string[] {
  if (key === '') return [];
  const words = key.split(' ');
  return mayBeUnspaced(key) ? words.flatMap(cutUnspaced) : words;
}

/** Whether it may contain words that no space separates. */
export function mayBeUnspaced(key: string): boolean {
  return PERHAPS_UNSPACED.test(key);
}

function cutUnspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const characters = word.match(/./gu) ?? [];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
