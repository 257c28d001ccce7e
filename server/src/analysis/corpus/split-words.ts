import { textKey } from '../../domain/text.ts';

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a text, folded as in its key. Where a script does not separate words, pairs of characters stand for them. */
export function splitWords(text: string): string[] {
  const key = textKey(text);
  if (key === '') return [];
  const words = key.split(' ');
  return UNSPACED.test(key) ? words.flatMap(cutUnspaced) : words;
}

function cutUnspaced(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
