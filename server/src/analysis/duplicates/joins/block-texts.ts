import { gistOf } from '../../../domain/likeness/compare-words.ts';
import { sortPart, type WordSets } from '../pairs/word-sets.ts';

/** A word and its number of texts are combined into one number; this exceeds the number of words in a run. */
const WORDS = 2 ** 21;
/** Lists up to this length are reused for the next block; larger ones are freed. */
const KEPT = 2 ** 18;

/**
 * The texts of one block at a time: words are represented by their rank in the block, ascending in each text. Words are
 * ranked by how many texts of the block have them, rarest first, so "1945" is never the first word of a text in the
 * block with that answer, though it is rare in the bank. Lists are reused and loops are plain: otherwise this took a
 * third of the comparison of a million questions.
 */
export class BlockTexts {
  members: Uint32Array = new Uint32Array(0);
  /** The start of each text in `words`. */
  starts = new Uint32Array(0);
  ranks = new Uint32Array(0);
  /** Indexed by rank. */
  weights = new Float64Array(0);
  /** For each text, the weight of its words, and their content weight. */
  totals = new Float64Array(0);
  gists = new Float64Array(0);

  readonly #sets: WordSets;
  /** In how many texts of the block a word occurs, then its rank; all 0 between blocks. */
  readonly #scratch: Uint32Array;
  /** The words of the block, by rank once they are ranked. */
  #words = new Uint32Array(0);
  #ranked = new Float64Array(0);

  constructor(sets: WordSets) {
    this.#sets = sets;
    this.#scratch = new Uint32Array(sets.words.length);
  }

  read(block: Uint32Array): void {
    this.members = block;
    this.#weigh();
    this.ranks = integersFor(this.ranks, this.starts[block.length] ?? 0);
    const words = this.#rankWords();
    for (let text = 0; text < block.length; text += 1) {
      const { tokens, start, end } = this.#sets.of(block[text] ?? 0);
      const to = this.starts[text] ?? 0;
      for (let place = start; place < end; place += 1)
        this.ranks[to + place - start] = this.#scratch[tokens[place] ?? 0] ?? 0;
      sortPart(this.ranks, to, to + end - start);
    }
    for (let rank = 0; rank < words; rank += 1) this.#scratch[this.#words[rank] ?? 0] = 0;
  }

  /** The number of words in all its texts. */
  get length(): number {
    return this.starts[this.members.length] ?? 0;
  }

  #weigh(): void {
    const { length } = this.members;
    const { weights } = this.#sets.vocabulary;
    this.starts = integersFor(this.starts, length + 1);
    this.totals = numbersFor(this.totals, length);
    this.gists = numbersFor(this.gists, length);
    let count = 0;
    for (let text = 0; text < length; text += 1) {
      const { tokens, start, end } = this.#sets.of(this.members[text] ?? 0);
      let [total, gist] = [0, 0];
      for (let place = start; place < end; place += 1) {
        const weight = weights[tokens[place] ?? 0] ?? 0;
        total = Math.fround(total + weight);
        gist = Math.fround(gist + gistOf(weight));
      }
      this.starts[text] = count;
      this.totals[text] = total;
      this.gists[text] = gist;
      count += end - start;
    }
    this.starts[length] = count;
  }

  /** Writes the rank of each word into the scratch array and returns the number of words. */
  #rankWords(): number {
    const count = this.#countWords();
    // Count and word are sorted as one number: a comparison function took most of the time here.
    this.#ranked = numbersFor(this.#ranked, count);
    for (let index = 0; index < count; index += 1) {
      const word = this.#words[index] ?? 0;
      this.#ranked[index] = (this.#scratch[word] ?? 0) * WORDS + word;
    }
    this.#ranked.subarray(0, count).sort();
    this.weights = numbersFor(this.weights, count);
    for (let rank = 0; rank < count; rank += 1) {
      const word = (this.#ranked[rank] ?? 0) % WORDS;
      this.#words[rank] = word;
      this.#scratch[word] = rank;
      this.weights[rank] = this.#sets.vocabulary.weights[word] ?? 0;
    }
    return count;
  }

  /** Writes the number of texts of each word into the scratch array and returns the number of words. */
  #countWords(): number {
    this.#words = integersFor(this.#words, Math.min(this.length, this.#scratch.length));
    let count = 0;
    for (let text = 0; text < this.members.length; text += 1) {
      const { tokens, start, end } = this.#sets.of(this.members[text] ?? 0);
      for (let place = start; place < end; place += 1) {
        const word = tokens[place] ?? 0;
        const found = this.#scratch[word] ?? 0;
        if (found === 0) {
          this.#words[count] = word;
          count += 1;
        }
        this.#scratch[word] = found + 1;
      }
    }
    return count;
  }
}

function roomFor(room: number, length: number): number {
  if (length > KEPT) return Math.max(room, length);
  return length <= room && room <= KEPT ? room : Math.min(KEPT, 2 * length);
}

function integersFor(list: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const room = roomFor(list.length, length);
  return list.length === room ? list : new Uint32Array(room);
}

export function numbersFor(list: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const room = roomFor(list.length, length);
  return list.length === room ? list : new Float64Array(room);
}
