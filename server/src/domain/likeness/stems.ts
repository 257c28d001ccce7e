import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';
import { glueWords, readWordLists } from './synonyms.ts';

/** Words with two spellings, such as numerals. */
const SAME_AS = new Map(
  Object.entries({
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    '1st': 'first',
    '2nd': 'second',
    '3rd': 'third',
    '4th': 'fourth',
    '5th': 'fifth',
    '6th': 'sixth',
    '7th': 'seventh',
    '8th': 'eighth',
    '9th': 'ninth',
    '10th': 'tenth',
  }),
);

/** The part before the t of "isn't". */
const SHORTENED: ReadonlySet<string> = new Set(
  'can don doesn didn isn aren wasn weren hasn haven hadn couldn wouldn shouldn won mustn needn'.split(' '),
);

const DIGIT = /[0-9]/;

/**
 * The words of a text as different wordings of one question would share them: endings cut off, synonyms and "U.S." and
 * "United States" merged, glue and genitive s removed; mathematical symbols form one word. For comparison only: the
 * results need not be words.
 */
export function stemWords(text: string): string[] {
  return joinWords(wordsOfKey(exactKey(text, textKey(text)))).map(stemWord);
}

/** The step that considers neighbouring words and removes glue. */
export function joinWords(words: readonly string[]): string[] {
  const significant = joinPairs(words).filter((word) => !glueWords.has(word));
  return significant.length > 0 ? significant : [...words]; // "What is it?" has no other words
}

/**
 * Whether a word may be merged with the one before it, or dropped after it; a text without such words has no pairs to
 * join.
 */
export const endsPair = (word: string) => word === 's' || word === 't' || word === 'states';

/** Merges words written in two parts, and drops the genitive s. */
export function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if ((word === 'u' && next === 's') || (word === 'united' && next === 'states')) {
      joined.push('us');
      index += 1;
    } else if (next === 't' && SHORTENED.has(word)) {
      joined.push(`${word}t`); // many write "isnt" for "isn't"
      index += 1;
    } else if (word !== 's' || index === 0) {
      joined.push(word);
    }
  }
  return joined;
}

/** `joinPairs` leaves texts without any of these unchanged. */
export function isSecondPart(word: string): boolean {
  return word === 's' || word === 't' || word === 'states';
}

/** The step that considers a single word. */
export function stemWord(word: string): string {
  return synonymOf(cutWord(word));
}

/** The canonical synonym of a stem. */
export function synonymOf(stem: string): string {
  return LISTS.synonyms.get(stem) ?? stem;
}

export function isLightWord(stem: string): boolean {
  return LISTS.lightWords.has(stem);
}

function cutWord(word: string): string {
  const same = SAME_AS.get(word);
  if (same !== undefined) return same;
  if (word.length < 4 || DIGIT.test(word)) return word;
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const cut = cutEnding(word);
  return cut.length > 4 && cut.endsWith('e') ? cut.slice(0, -1) : cut;
}

function cutEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.endsWith('es')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const LISTS = readWordLists(cutWord);
