import { textKey } from './text.ts';

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** All of them begin behind this character; asked first, because it is asked of every text. */
const PERHAPS_UNSPACED = /[\u0e00-\uffff]/; // by code units: twice as fast

/** The words of a text, folded as in its key. Where a script does not separate words, pairs of characters stand for them. */
export function splitWords(text: string): string[] {
  return wordsOfKey(textKey(text));
}

export function wordsOfKey(key: string): string[] {
  if (key === '') return [];
  const words = key.split(' ');
  return mayBeUnspaced(key) ? words.flatMap(cutUnspaced) : words;
}

/** Whether words may stand in it that no space separates. */
export function mayBeUnspaced(key: string): boolean {
  return PERHAPS_UNSPACED.test(key);
}

function cutUnspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const characters = word.match(/./gu) ?? [];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
