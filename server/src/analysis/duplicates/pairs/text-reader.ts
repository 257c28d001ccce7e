import { hasGap, isAsking, isOpen, mayOpen } from '../../../domain/likeness/asks.ts';
import { exactKey, mayHaveSymbols } from '../../../domain/likeness/exact-key.ts';
import { addParticular, isDirection, signsOf } from '../../../domain/likeness/particulars.ts';
import { endsPair, joinWords } from '../../../domain/likeness/stems.ts';
import { glueWords } from '../../../domain/likeness/synonyms.ts';
import { neighbourOf, wordOrder } from '../../../domain/likeness/word-order.ts';
import { hashText } from '../../../domain/text/hash.ts';
import { wordsOfKey } from '../../../domain/text/split-words.ts';
import { textKey } from '../../../domain/text/text.ts';
import { addHigh, addLow, HIGH_START, hashInto, type Keys, LOW_START, writeKey } from './keys.ts';

/** The properties of a word that are computed once and used for every text that has it. */
interface Word {
  name: string;
  isGlue: boolean;
  endsPair: boolean;
  isAsking: boolean;
  isDirection: boolean;
  /** Whether it alone leaves several answers open, and whether it does after some word. */
  isOpen: boolean;
  mayOpen: boolean;
  neighbour: number;
  hash: number;
  /** The number in the shard; -1 until it is first used. */
  number: number;
  /** The last text that contains it. */
  text: number;
}

/** A shard of ordinary questions has 17,000 words; a word whose slot is taken is looked up by name. */
const PLACES = 2 ** 16;

/**
 * Converts the texts of a shard into numbers. ASCII texts, which are the majority, are read character by character and
 * their words recognised without creating strings. This takes 10 µs of a thread per question instead of 16 (18 November
 * 2026, loaded machine).
 */
export class TextReader {
  readonly keys: Keys;
  /** Word order as two numbers per text. */
  readonly orders: Uint32Array;
  /** 1 for a text that asks for one thing. */
  readonly asks: Uint8Array;
  /** What each text says beyond its set of words; see `particularsOf`. */
  readonly particulars: Uint32Array;
  readonly #fold: (word: string) => string;
  readonly #words = new Map<string, Word>();
  readonly #places: (Word | undefined)[] = Array.from({ length: PLACES });
  #count = 0;

  constructor(texts: number, fold: (word: string) => string) {
    this.keys = new Uint32Array(2 * texts);
    this.orders = new Uint32Array(2 * texts);
    this.asks = new Uint8Array(texts);
    this.particulars = new Uint32Array(texts);
    this.#fold = fold;
  }

  /** The distinct words of the next text, which is all that is compared. */
  read(text: string, numberOf: (word: string) => number): number[] {
    const index = this.#count;
    this.#count += 1;
    const all = (mayHaveSymbols(text) ? undefined : this.#readPlain(text, index)) ?? this.#readAny(text, index);
    let asks = hasGap(text);
    let leavesOpen = false;
    let particulars = signsOf(text);
    for (let place = 0; place < all.length; place += 1) {
      const word = all[place] as Word;
      if (word.isAsking) asks = true;
      if (word.isOpen || (word.mayOpen && isOpen(all[place - 1]?.name, word.name))) leavesOpen = true;
      if (word.isDirection) particulars = addParticular(particulars, word.hash);
    }
    if (asks && !leavesOpen) this.asks[index] = 1;
    const distinct: number[] = [];
    const neighbours: number[] = [];
    for (const word of this.#joinWords(all)) {
      neighbours.push(word.neighbour);
      if (word.text === index) {
        particulars = addParticular(particulars, word.hash);
        continue;
      }
      word.text = index;
      if (word.number < 0) word.number = numberOf(word.name);
      distinct.push(word.number);
    }
    this.orders.set(wordOrder(neighbours), 2 * index);
    this.particulars[index] = particulars;
    return distinct;
  }

  #readAny(text: string, index: number): Word[] {
    const key = exactKey(text, textKey(text));
    hashInto(this.keys, index, key);
    return wordsOfKey(key).map(this.#wordOf);
  }

  /** The same for an ASCII text; undefined for any other. */
  #readPlain(text: string, index: number): Word[] | undefined {
    const words: Word[] = [];
    let [high, low, length] = [HIGH_START, LOW_START, 0];
    let start = -1;
    let hash = 0;
    for (let place = 0; place < text.length; place += 1) {
      const code = text.charCodeAt(place);
      if (code >= FOLDED.length) return undefined;
      const folded = FOLDED[code] ?? 0;
      if (folded === 0) {
        if (start >= 0) words.push(this.#find(text, start, place, hash));
        start = -1;
        continue;
      }
      if (start < 0) {
        if (length > 0) {
          high = addHigh(high, SPACE);
          low = addLow(low, SPACE);
          length += 1;
        }
        start = place;
        hash = 0;
      }
      high = addHigh(high, folded);
      low = addLow(low, folded);
      length += 1;
      hash = Math.imul(hash ^ folded, 0x01000193);
    }
    if (start >= 0) words.push(this.#find(text, start, text.length, hash));
    writeKey(this.keys, index, high, low, length);
    return words;
  }

  #find(text: string, start: number, end: number, hash: number): Word {
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const known = this.#places[place];
    if (known !== undefined && isWord(known.name, text, start, end)) return known;
    const word = this.#wordOf(text.slice(start, end).toLowerCase());
    this.#places[place] = word;
    return word;
  }

  readonly #wordOf = (name: string): Word => {
    let word = this.#words.get(name);
    if (word === undefined) {
      word = {
        name,
        isGlue: glueWords.has(name),
        endsPair: endsPair(name),
        isAsking: isAsking(name),
        isDirection: isDirection(name),
        isOpen: isOpen(undefined, name),
        mayOpen: mayOpen(name),
        neighbour: neighbourOf(this.#fold(name)),
        hash: hashText(name),
        number: -1,
        text: -1,
      };
      this.#words.set(name, word);
    }
    return word;
  };

  #joinWords(all: Word[]): Word[] {
    if (all.some((word) => word.endsPair)) return joinWords(all.map(nameOf)).map(this.#wordOf);
    const significant = all.filter(({ isGlue }) => !isGlue);
    return significant.length > 0 ? significant : all;
  }
}

const nameOf = ({ name }: Word) => name;

const SPACE = 32;

/** The character to which `textKey` folds each ASCII character; 0 for separators. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const key = textKey(String.fromCharCode(code));
  return key === '' ? 0 : key.charCodeAt(0);
});

function isWord(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let place = 0; place < name.length; place += 1) {
    if (name.charCodeAt(place) !== FOLDED[text.charCodeAt(start + place)]) return false;
  }
  return true;
}
