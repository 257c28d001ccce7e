import { splitWords } from '../../domain/text/split-words.ts';
import type { TextRow } from '../analysis-type.ts';
import type { WholeNumbers } from './growing.ts';

/** A list of names, and for each question the names that apply to it. */
export interface Labels<Name = string> {
  names: readonly Name[];
  of: WholeNumbers;
}

/** Lists of words, one after another; `ends` holds the end of each list. */
export interface WordLists {
  tokens: Uint16Array | Uint32Array;
  ends: Uint32Array;
}

/**
 * The questions of a shard in compact form, about 60 bytes each instead of 400: words are numbers in a dictionary of
 * the shard. Types that compare all questions keep this per shard.
 */
export interface CorpusChunk {
  count: number;
  /** 16 bytes each. */
  ids: Uint8Array;
  versions: Uint32Array;
  difficulties: Uint8Array;
  categories: Labels;
  topics: Labels<string | null>;
  /** The dictionary, separated by spaces: copying one string is faster than copying twenty thousand. */
  words: string;
  /**
   * For each word of the dictionary, the first word of the shard that was folded to it; empty if nothing was folded.
   */
  spellings: string;
  texts: WordLists;
  answers: WordLists;
}

type NumberOf = (word: string) => number;

/** How texts become words. Each word is numbered in the order in which it first occurs. */
interface WordReader {
  textWords: (row: TextRow, numberOf: NumberOf) => readonly number[];
  answerWords: (row: TextRow, numberOf: NumberOf) => readonly number[];
  /** The form under which words count as equal; asked once per word. */
  fold: (word: string) => string;
}

const AS_THEY_ARE: WordReader = {
  textWords: ({ question_text }, numberOf) => splitWords(question_text).map(numberOf),
  answerWords: ({ correct_answer }, numberOf) => splitWords(correct_answer).map(numberOf),
  fold: (word) => word,
};

export function packQuestions(rows: readonly TextRow[], reader: WordReader = AS_THEY_ARE): CorpusChunk {
  const words = new FoldedNumbering(reader.fold);
  const categories = new Numbering<string>();
  const topics = new Numbering<string | null>();
  const texts = new ListPacker();
  const answers = new ListPacker();
  // Rows are read one by one, so that words are numbered in the order of the bank.
  for (const row of rows) {
    texts.push(reader.textWords(row, words.numberOf));
    answers.push(reader.answerWords(row, words.numberOf));
  }
  return {
    count: rows.length,
    ids: packIds(rows.map(({ id }) => id)),
    versions: Uint32Array.from(rows, ({ version }) => version),
    difficulties: Uint8Array.from(rows, ({ difficulty }) => difficulty),
    categories: labels(
      categories,
      rows.map(({ category }) => category),
    ),
    topics: labels(
      topics,
      rows.map(({ topic_focus }) => topic_focus),
    ),
    texts: texts.pack(words.names.length),
    answers: answers.pack(words.names.length),
    words: words.names.join(' '),
    spellings: words.isFolded ? words.spellings.join(' ') : '',
  };
}

/** Numbers values in the order of their first occurrence. */
export class Numbering<Name> {
  readonly names: Name[] = [];
  readonly #numbers = new Map<Name, number>();

  readonly numberOf = (name: Name): number => {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.length;
      this.#numbers.set(name, number);
      this.names.push(name);
    }
    return number;
  };
}

/** Numbers folded words; a word seen before costs one lookup. */
class FoldedNumbering {
  readonly #folded = new Numbering<string>();
  readonly #numbers = new Map<string, number>();
  readonly #fold: (word: string) => string;

  constructor(fold: (word: string) => string) {
    this.#fold = fold;
  }

  get names(): readonly string[] {
    return this.#folded.names;
  }

  /** For each name, the first word that was folded to it. */
  readonly spellings: string[] = [];
  isFolded = false;

  readonly numberOf = (word: string): number => {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      const name = this.#fold(word);
      number = this.#folded.numberOf(name);
      this.#numbers.set(word, number);
      this.isFolded ||= name !== word;
      if (number === this.spellings.length) this.spellings.push(word);
    }
    return number;
  };
}

function labels<Name>(numbering: Numbering<Name>, names: readonly Name[]): Labels<Name> {
  return { of: Uint32Array.from(names, numbering.numberOf), names: numbering.names };
}

const FITS_16_BITS = 65_536;

class ListPacker {
  readonly #tokens: number[] = [];
  readonly #ends: number[] = [];

  push(list: readonly number[]): void {
    for (const token of list) this.#tokens.push(token);
    this.#ends.push(this.#tokens.length);
  }

  pack(dictionary: number): WordLists {
    const tokens = dictionary <= FITS_16_BITS ? Uint16Array.from(this.#tokens) : Uint32Array.from(this.#tokens);
    return { tokens, ends: Uint32Array.from(this.#ends) };
  }
}

export const ID_BYTES = 16;

function packIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(ids.length * ID_BYTES);
  for (const [index, id] of ids.entries()) bytes.write(id.replaceAll('-', ''), index * ID_BYTES, 'hex');
  return bytes;
}

export function unpackId(ids: Uint8Array, index: number): string {
  const hex = Buffer.from(ids.buffer, ids.byteOffset + index * ID_BYTES, ID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
