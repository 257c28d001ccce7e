import { HASH_START, hashText, stepHash } from '../text/hash.ts';
import { mayBeUnspaced, wordsOfKey } from '../text/split-words.ts';
import { wordKind } from './compare-words.ts';
import { isContent } from './judge.ts';
import { isSecondPart, stemWord } from './stems.ts';
import { glueWords } from './synonyms.ts';
import { stemWeight } from './weights.ts';

/** What is known of a word without the others. */
export interface WeighedWord {
  word: string;
  stem: string;
  /** Left out as long as there are others. */
  isGlue: boolean;
  /** Whether it and the word before it may be one. */
  mayJoin: boolean;
  weight: number;
  /** Whether it stays when all that says little is left out. */
  isTelling: boolean;
  /** The hash of the stem and a line feed, from which that of an answer goes on. */
  hashed: number;
}

/**
 * Words come again and again. Each has one place, by its hash, and takes it from the one before: 65,536
 * are kept at most. A bank of 50,000 questions has 30,000 words.
 */
const PLACES = 0x10000;
const KEPT = Array.from<WeighedWord | undefined>({ length: PLACES });
/** A part of a text that is longer keeps the whole text in memory. */
const MAX_KEPT_LENGTH = 12;

const SPACE = 0x20;

/** The words of a key, each hashed on the way: 1.4 µs, where splitting the key and asking a map takes 3.4. */
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
