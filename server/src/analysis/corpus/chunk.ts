import type { TextRow } from '../analysis-type.ts';
import { splitWords } from './split-words.ts';

/** Names, and for each question which of them it has. */
export interface Labels<Name = string> {
  names: readonly Name[];
  of: Uint32Array;
}

/** Lists of words, one after the other; `ends` tells where each list ends. */
export interface WordLists {
  tokens: Uint16Array | Uint32Array;
  ends: Uint32Array;
}

/**
 * The questions of a shard in few bytes each, some 60 instead of 400: words are numbers of the shard's own dictionary. It
 * is what a shard keeps for types that look at all questions side by side.
 */
export interface CorpusChunk {
  count: number;
  /** 16 bytes each. */
  ids: Uint8Array;
  versions: Uint32Array;
  difficulties: Uint8Array;
  categories: Labels;
  topics: Labels<string | null>;
  /** The dictionary, separated by spaces: one string is copied faster than twenty thousand. */
  words: string;
  texts: WordLists;
  answers: WordLists;
}

export type Splitter = (text: string) => readonly string[];

export function packQuestions(rows: readonly TextRow[], split: Splitter = splitWords): CorpusChunk {
  const words = new Numbering<string>();
  const categories = new Numbering<string>();
  const topics = new Numbering<string | null>();
  // Row by row, so that words are numbered in the order in which the bank has them.
  const lists = rows.map((row) => ({
    text: split(row.question_text).map(words.numberOf),
    answer: split(row.correct_answer).map(words.numberOf),
  }));
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
    texts: packLists(
      lists.map(({ text }) => text),
      words.names.length,
    ),
    answers: packLists(
      lists.map(({ answer }) => answer),
      words.names.length,
    ),
    words: words.names.join(' '),
  };
}

/** Numbers things in the order in which they come. */
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

function labels<Name>(numbering: Numbering<Name>, names: readonly Name[]): Labels<Name> {
  return { of: Uint32Array.from(names, numbering.numberOf), names: numbering.names };
}

const FITS_16_BITS = 65_536;

function packLists(lists: readonly (readonly number[])[], dictionary: number): WordLists {
  const ends = new Uint32Array(lists.length);
  let end = 0;
  for (const [index, list] of lists.entries()) {
    end += list.length;
    ends[index] = end;
  }
  const tokens = dictionary <= FITS_16_BITS ? new Uint16Array(end) : new Uint32Array(end);
  for (const [index, list] of lists.entries()) tokens.set(list, (ends[index] ?? 0) - list.length);
  return { tokens, ends };
}

const ID_BYTES = 16;

function packIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(ids.length * ID_BYTES);
  for (const [index, id] of ids.entries()) bytes.write(id.replaceAll('-', ''), index * ID_BYTES, 'hex');
  return bytes;
}

export function unpackId(ids: Uint8Array, index: number): string {
  const hex = Buffer.from(ids.buffer, ids.byteOffset + index * ID_BYTES, ID_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
