import { HASH_START, hashText, stepHash } from '../text/hash.ts';
import { mayBeUnspaced, wordsOfKey } from '../text/split-words.ts';
import { wordKind } from './compare-words.ts';
import { isContent } from './judge.ts';
import { isSecondPart, stemWord } from './stems.ts';
import { glueWords } from './synonyms.ts';
import { stemWeight } from './weights.ts';

/** What is known about a word by itself. */
export interface WeighedWord {
  word: string;
  stem: string;
  /** Left out if there are other words. */
  isGlue: boolean;
  /** Whether it may be merged with the word before it. */
  mayJoin: boolean;
  weight: number;
  /** Whether it remains when insignificant words are removed. */
  isTelling: boolean;
  /** The hash of the stem and a line feed, to be continued with an answer. */
  hashed: number;
}

/**
 * Words occur again and again. Each has one slot, by its hash, and replaces the previous word there: at most 65,536 are
 * kept. A bank of 50,000 questions has 30,000 words.
 */
const PLACES = 0x10000;
const KEPT = Array.from<WeighedWord | undefined>({ length: PLACES });
/** A longer substring would keep its whole text in memory. */
const MAX_KEPT_LENGTH = 12;

const SPACE = 0x20;

/** The words of a key, hashed while reading: 1.4 µs, where splitting the key and using a Map takes 3.4. */
export function weighWords(key: string): WeighedWord[] {
  if (key === '' || mayBeUnspaced(key)) return wordsOfKey(key).map((word) => weighWord(word));
  const words: WeighedWord[] = [];
  let start = 0;
  let hash = HASH_START;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    if (code === SPACE) {
      words.push(weighWord(key.slice(start, index), hash));
      start = index + 1;
      hash = HASH_START;
    } else hash = stepHash(hash, code);
  }
  words.push(weighWord(key.slice(start), hash));
  return words;
}

export function weighWord(word: string, hash = hashText(word)): WeighedWord {
  const place = (hash ^ (hash >>> 16)) & (PLACES - 1);
  const kept = KEPT[place];
  if (kept?.word === word) return kept;
  const weighed = weigh(word);
  if (word.length <= MAX_KEPT_LENGTH) KEPT[place] = weighed;
  return weighed;
}

function weigh(word: string): WeighedWord {
  const stem = stemWord(word);
  const weight = stemWeight(stem);
  return {
    word,
    stem,
    isGlue: glueWords.has(word),
    mayJoin: isSecondPart(word),
    weight,
    isTelling: isContent(weight, wordKind(stem)),
    hashed: hashText(`${stem}\n`) | 0,
  };
}
