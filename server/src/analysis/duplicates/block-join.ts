import { gistOf } from '../../domain/likeness/compare-words.ts';
import { Allowance } from './allowance.ts';
import type { PairRule } from './pair-rule.ts';
import { Representatives, type Visit } from './representatives.ts';
import type { WordSets } from './word-sets.ts';

/**
 * Which texts may belong together, by bounds alone. `one` tells of a text whether any other may, `both` of two: up to the
 * word of an entry they have nothing in common. `one` must hold for each of two for which `both` does.
 */
export interface Reachable {
  one(entry: Entry, swapped: number): boolean;
  both(a: Entry, b: Entry): boolean;
}

/** Texts of this similarity or more: with t they share t of either and t / (1 + t) of both together. */
export function similarFrom(least: number): Reachable {
  return {
    one: ({ rest, total }) => rest >= least * total,
    both: (a, b) => Math.min(a.rest, b.rest) >= (least / (1 + least)) * (a.total + b.total),
  };
}

interface Bounds {
  allowance?: Allowance;
  sideOf?: PairRule['sideOf'];
}

/** Blocks of this many or fewer are compared each with each. */
const FEW = 6;
/** Weights of texts are kept in four bytes: they are right up to this. */
const ROUNDING = 1e-3;
/** An entry of the index is one number: word and member of the block. */
const MEMBERS = 2 ** 26;

/**
 * Candidates among questions with the same answer. Words are ordered by how many texts of the block have them: "1945"
 * begins no text of the block whose answer it is, though it is rare in the bank.
 */
export class BlockJoin {
  readonly #sets: WordSets;
  /** In how many texts of the block a word is, then its number within the block; all 0 between two blocks. */
  readonly #scratch: Uint32Array;

  constructor(sets: WordSets) {
    this.#sets = sets;
    this.#scratch = new Uint32Array(sets.words.length);
  }

  /**
   * Every pair that may be similar enough, each once; where those are too many to be compared, the pairs of a question with
   * the representatives of what it is like. Tells whether it was all of them.
   */
  eachCandidate(
    block: Uint32Array,
    reachable: Reachable,
    visit: Visit,
    { allowance = new Allowance(block.length), sideOf }: Bounds = {},
  ): boolean {
    if (block.length <= FEW) {
      eachPair(block, visit);
      return true;
    }
    const texts = this.#orderTexts(block);
    const representatives = new Representatives(block, visit, sideOf);
    for (const run of eachRunOf(indexWords(texts, reachable))) {
      if (!allowance.isSpent) eachPairOf(texts, run, reachable, visit, allowance);
      if (allowance.isSpent) representatives.compare(run.map((entry) => entry % MEMBERS));
    }
    return !allowance.isSpent;
  }

  #orderTexts(block: Uint32Array): BlockTexts {
    const words = this.#rankWords(block);
    const starts = new Uint32Array(block.length + 1);
    for (const [index, member] of block.entries()) {
      const { start, end } = this.#sets.of(member);
      starts[index + 1] = (starts[index] ?? 0) + end - start;
    }
    const ranks = new Uint32Array(starts[block.length] ?? 0);
    for (const [index, member] of block.entries()) {
      const { tokens, start, end } = this.#sets.of(member);
      const to = starts[index] ?? 0;
      for (let place = start; place < end; place += 1)
        ranks[to + place - start] = this.#scratch[tokens[place] ?? 0] ?? 0;
      ranks.subarray(to, starts[index + 1]).sort();
    }
    for (const word of words) this.#scratch[word] = 0;
    return {
      members: block,
      ranks,
      starts,
      weights: Float64Array.from(words, (word) => this.#sets.vocabulary.weights[word] ?? 0),
      totals: Float64Array.from(block, (member) => this.#sets.weightOf(member)),
      gists: Float64Array.from(block, (member) => this.#sets.gistOf(member)),
    };
  }

  /** The words of the block, the rarest first; their places in that order are left in the scratch. */
  #rankWords(block: Uint32Array): number[] {
    const words: number[] = [];
    for (const member of block) {
      const { tokens, start, end } = this.#sets.of(member);
      for (let place = start; place < end; place += 1) {
        const word = tokens[place] ?? 0;
        if (this.#scratch[word] === 0) words.push(word);
        this.#scratch[word] = (this.#scratch[word] ?? 0) + 1;
      }
    }
    words.sort((a, b) => (this.#scratch[a] ?? 0) - (this.#scratch[b] ?? 0) || a - b);
    for (const [rank, word] of words.entries()) this.#scratch[word] = rank;
    return words;
  }
}

/** The texts of a block: words by their rank in it, ascending in each text. */
interface BlockTexts {
  members: Uint32Array;
  ranks: Uint32Array;
  starts: Uint32Array;
  /** By rank. */
  weights: Float64Array;
  /** Of each text: the weight of its words, and what they say. */
  totals: Float64Array;
  gists: Float64Array;
}

/** The words of every text that may be the first it shares with another, in the order of words. */
function indexWords(texts: BlockTexts, reachable: Reachable): Float64Array {
  const { members, ranks, starts, weights } = texts;
  const index = new Float64Array(ranks.length);
  let count = 0;
  for (let text = 0; text < members.length; text += 1) {
    const end = starts[text + 1] ?? 0;
    const entry = firstEntry(texts, text);
    while (entry.until < end && reachable.one(entry, 0)) {
      const rank = ranks[entry.until] ?? 0;
      index[count] = rank * MEMBERS + text;
      count += 1;
      passWord(entry, weights[rank] ?? 0);
    }
  }
  return index.subarray(0, count).sort();
}

function wordOf(entry: number): number {
  return Math.floor(entry / MEMBERS);
}

/** Entries of the same word, where there are several. */
function* eachRunOf(index: Float64Array): Generator<Float64Array> {
  let start = 0;
  for (let end = 1; end <= index.length; end += 1) {
    if (end < index.length && wordOf(index[end] ?? 0) === wordOf(index[start] ?? 0)) continue;
    if (end - start > 1) yield index.subarray(start, end);
    start = end;
  }
}

/** A text, and one of its words. */
export interface Entry {
  member: number;
  start: number;
  /** The place of the word. */
  until: number;
  /** The weight of all its words, and what they say. */
  total: number;
  gist: number;
  /** The same from the word on. */
  rest: number;
  gistRest: number;
  /** The heaviest word before it. */
  before: number;
}

function firstEntry({ members, starts, totals, gists }: BlockTexts, text: number): Entry {
  const start = starts[text] ?? 0;
  const [total, gist] = [totals[text] ?? 0, gists[text] ?? 0];
  const rests = { rest: total + ROUNDING, gistRest: gist + ROUNDING };
  return { member: members[text] ?? 0, start, until: start, total, gist, ...rests, before: 0 };
}

function passWord(entry: Entry, weight: number): void {
  entry.until += 1;
  entry.rest -= weight;
  entry.gistRest -= gistOf(weight);
  entry.before = Math.max(entry.before, weight);
}

/**
 * Pairs that have this word and none before it in common. What stands before it is then lone on its side: it bounds from
 * above what they share and, where both have something there, tells how telling a word was swapped at least. Texts in the
 * order of what they have before it: then one look at a text rules out all behind it.
 */
function eachPairOf(
  texts: BlockTexts,
  run: Float64Array,
  reachable: Reachable,
  visit: Visit,
  allowance: Allowance,
): void {
  const entries = Array.from(run, (entry) => readEntry(texts, entry)).sort((x, y) => x.before - y.before);
  for (const [index, first] of entries.entries()) {
    if (!reachable.one(first, first.before)) continue;
    allowance.look(entries.length - index);
    if (allowance.isSpent) return;
    for (let other = index + 1; other < entries.length; other += 1) {
      const second = entries[other] ?? first;
      if (!reachable.both(first, second) || shareOne(texts.ranks, first, second)) continue;
      visit(Math.min(first.member, second.member), Math.max(first.member, second.member));
      allowance.compare();
    }
  }
}

function readEntry(texts: BlockTexts, indexed: number): Entry {
  const entry = firstEntry(texts, indexed % MEMBERS);
  const word = wordOf(indexed);
  while ((texts.ranks[entry.until] ?? word) < word) passWord(entry, texts.weights[texts.ranks[entry.until] ?? 0] ?? 0);
  return entry;
}

/** Whether two texts share a word before that of their run. */
function shareOne(ranks: Uint32Array, a: Entry, b: Entry): boolean {
  let left = a.start;
  let right = b.start;
  while (left < a.until && right < b.until) {
    const difference = (ranks[left] ?? 0) - (ranks[right] ?? 0);
    if (difference === 0) return true;
    if (difference < 0) left += 1;
    else right += 1;
  }
  return false;
}

function eachPair(block: Uint32Array, visit: Visit): void {
  for (const [later, b] of block.entries()) for (const a of block.subarray(0, later)) visit(a, b);
}
