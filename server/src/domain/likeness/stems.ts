import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { exactKey } from './exact-key.ts';
import { glueWords, readWordLists } from './synonyms.ts';

/** Words that are written in two ways, as numerals are. */
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

/** What stands before the t of "isn't". */
const SHORTENED: ReadonlySet<string> = new Set(
  'can don doesn didn isn aren wasn weren hasn haven hadn couldn wouldn shouldn won mustn needn'.split(' '),
);

const DIGIT = /[0-9]/;

/**
 * The words of a text as two wordings of one question would share them: endings cut off, synonyms and "U.S." and
 * "United States" alike, glue and the s of a genitive gone; signs of a formula are a word of their own. Meant for comparison only: what is left of a word need not be one.
 */
export function stemWords(text: string): string[] {
  return joinWords(wordsOfKey(exactKey(text, textKey(text)))).map(stemWord);
}

/** The part that looks at words side by side, and leaves out glue. */
export function joinWords(words: readonly string[]): string[] {
  const telling = joinPairs(words).filter((word) => !glueWords.has(word));
  return telling.length > 0 ? telling : [...words]; // "What is it?" is all that it says
}

/** Whether a word may be joined with the one before it, or left out behind it: a text without such has no pairs to join. */
export const endsPair = (word: string) => word === 's' || word === 't' || word === 'states';

/** Words that are written in two as one, and without the s of a genitive. */
export function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    if ((word === 'u' && next === 's') || (word === 'united' && next === 'states')) {
      joined.push('us');
      index += 1;
    } else if (next === 't' && SHORTENED.has(word)) {
      joined.push(`${word}t`); // "isn't", as many write it: "isnt"
      index += 1;
    } else if (word !== 's' || index === 0) {
      joined.push(word);
    }
  }
  return joined;
}

/** Words without any of these are left as they are by `joinPairs`. */
export function isSecondPart(word: string): boolean {
  return word === 's' || word === 't' || word === 'states';
}

/** The part that looks at a word alone. */
export function stemWord(word: string): string {
  return synonymOf(cutWord(word));
}

/** What a stem counts as. */
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
