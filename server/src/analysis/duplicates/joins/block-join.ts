import { gistOf } from '../../../domain/likeness/compare-words.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';
import { Allowance } from './allowance.ts';
import { BlockTexts, numbersFor } from './block-texts.ts';
import { Representatives, type Visit } from './representatives.ts';

/**
 * Decides by bounds alone which texts may belong together. `one` says whether a text can have any partner, `both`
 * whether two texts can belong together; up to the word of their entries they have nothing in common. If `both` holds
 * for two texts, `one` must hold for each; if `sharing` holds, `both` must.
 */
export interface Reachable {
  one(entries: Entries, entry: number, swapped: number): boolean;
  both(entries: Entries, a: number, b: number): boolean;
  /** The same check for two texts whose words have all been compared. */
  sharing(entries: Entries, a: number, b: number, common: Common): boolean;
}

/**
 * What two texts share, by weight and by content, with the rounding error of the weights, and the heaviest swapped
 * word.
 */
class Common {
  shared = 0.5;
  gist = 0.5;
  swapped = 0.5;
}

/**
 * Bounds for texts of at least this similarity: texts of similarity t share at least t of either, and t / (1 + t) of
 * both together.
 */
export function similarFrom(least: number): Reachable {
  const ofBoth = least / (1 + least);
  return {
    one: ({ rest, total }, entry) => at(rest, entry) >= least * at(total, entry),
    both: ({ rest, total }, a, b) => Math.min(at(rest, a), at(rest, b)) >= ofBoth * (at(total, a) + at(total, b)),
    sharing: ({ total }, a, b, { shared }) => shared >= least * (at(total, a) + at(total, b) - shared),
  };
}

interface Bounds {
  allowance?: Allowance;
  sideOf?: PairRule['sideOf'];
}

/** Blocks of at most this size are compared pair by pair. */
const FEW = 6;
/** Weights of texts are stored in four bytes and exact to this precision. */
export const ROUNDING = 1e-3;
/** An entry of the index combines a word and a member of the block into one number. */
const MEMBERS = 2 ** 26;

/** Finds candidates among questions with the same answer, one block after another. */
export class BlockJoin {
  readonly #texts: BlockTexts;
  readonly #entries = new Entries();
  #index = new Float64Array(0);

  constructor(sets: WordSets) {
    this.#texts = new BlockTexts(sets);
  }

  /**
   * Visits every pair that may be similar enough, once. Where there are too many to compare, it visits the pairs of
   * each question with the representatives of similar questions. Returns whether all pairs were visited.
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
    this.#texts.read(block);
    const representatives = new Representatives(block, visit, sideOf);
    this.#entries.reserve(block.length);
    this.#index = numbersFor(this.#index, this.#texts.length);
    for (const run of eachRunOf(indexWords(this.#texts, reachable, this.#entries, this.#index))) {
      if (!allowance.isSpent) eachPairOf(this.#texts, run, this.#entries, reachable, visit, allowance);
      if (allowance.isSpent) representatives.compare(run.map((entry) => entry % MEMBERS));
    }
    return !allowance.isSpent;
  }
}

/** Indexes, for every text, the words that may be the first it shares with another, sorted by word. */
function indexWords(texts: BlockTexts, reachable: Reachable, entries: Entries, index: Float64Array): Float64Array {
  const { members, ranks, starts, weights } = texts;
  let count = 0;
  for (let text = 0; text < members.length; text += 1) {
    const end = starts[text + 1] ?? 0;
    entries.begin(FIRST, texts, text);
    for (let place = starts[text] ?? 0; place < end && reachable.one(entries, FIRST, 0); place += 1) {
      const rank = ranks[place] ?? 0;
      index[count] = rank * MEMBERS + text;
      count += 1;
      entries.pass(FIRST, weights[rank] ?? 0);
    }
  }
  return index.subarray(0, count).sort();
}

const FIRST = 0;

function wordOf(entry: number): number {
  return Math.floor(entry / MEMBERS);
}

/** The runs of two or more entries of the same word. */
function* eachRunOf(index: Float64Array): Generator<Float64Array> {
  let start = 0;
  for (let end = 1; end <= index.length; end += 1) {
    if (end < index.length && wordOf(index[end] ?? 0) === wordOf(index[start] ?? 0)) continue;
    if (end - start > 1) yield index.subarray(start, end);
    start = end;
  }
}

/**
 * Texts, each with one of its words, stored field by field: at ten million questions half a billion pairs are examined,
 * and objects would be scattered all over the memory.
 */
class Entries {
  member = new Uint32Array(0);
  /** Its position in the block. */
  text = new Uint32Array(0);
  start = new Uint32Array(0);
  /** The position of the word. */
  until = new Uint32Array(0);
  /** The weight of all its words, and their content weight. */
  total = new Float64Array(0);
  gist = new Float64Array(0);
  /** The same from the word on. */
  rest = new Float64Array(0);
  gistRest = new Float64Array(0);
  /** The heaviest word before the current one. */
  before = new Float64Array(0);

  /** Sized for the texts of a block. */
  reserve(count: number): void {
    if (count <= this.member.length) return;
    for (const name of ['member', 'text', 'start', 'until'] as const) this[name] = new Uint32Array(count);
    for (const name of ['total', 'gist', 'rest', 'gistRest', 'before'] as const) this[name] = new Float64Array(count);
  }

  /** Loads a text with its first word. */
  begin(entry: number, { members, starts, totals, gists }: BlockTexts, text: number): void {
    this.member[entry] = numberAt(members, text);
    this.text[entry] = text;
    this.start[entry] = this.until[entry] = numberAt(starts, text);
    this.total[entry] = at(totals, text);
    this.gist[entry] = at(gists, text);
    this.rest[entry] = at(totals, text) + ROUNDING;
    this.gistRest[entry] = at(gists, text) + ROUNDING;
    this.before[entry] = 0;
  }

  /** Advances to the next word. */
  pass(entry: number, weight: number): void {
    this.until[entry] = numberAt(this.until, entry) + 1;
    this.rest[entry] = at(this.rest, entry) - weight;
    this.gistRest[entry] = at(this.gistRest, entry) - gistOf(weight);
    this.before[entry] = Math.max(at(this.before, entry), weight);
  }
}

/** Two functions, since one for both kinds of arrays would have to check the kind every time. */
export const at = (list: Float64Array, index: number): number => list[index] ?? 0;
const numberAt = (list: Uint32Array, index: number): number => list[index] ?? 0;

/**
 * Visits the pairs whose first common word is this one. The words before it occur in only one of the two texts: they
 * bound from above how much the texts share and, where both have such words, from below the weight of the swapped word.
 * Texts are sorted by what they have before the word, so that one look rules out all the rest.
 */
function eachPairOf(
  texts: BlockTexts,
  run: Float64Array,
  entries: Entries,
  reachable: Reachable,
  visit: Visit,
  allowance: Allowance,
): void {
  const common = new Common();
  const order: number[] = [];
  for (let entry = 0; entry < run.length; entry += 1) {
    readEntry(entries, entry, texts, run[entry] ?? 0);
    order.push(entry);
  }
  order.sort((x, y) => at(entries.before, x) - at(entries.before, y));
  for (let index = 0; index < order.length; index += 1) {
    const first = order[index] ?? 0;
    if (!reachable.one(entries, first, at(entries.before, first))) continue;
    allowance.look(order.length - index);
    if (allowance.isSpent) return;
    for (let other = index + 1; other < order.length; other += 1) {
      const second = order[other] ?? 0;
      if (!reachable.both(entries, first, second) || !meetHere(texts, entries, first, second, common)) continue;
      allowance.compare();
      // One of seven pairs gets this far. What is known about the other text is in this array; its words are scattered
      // in memory.
      if (!reachable.sharing(entries, first, second, common)) continue;
      const [a, b] = [numberAt(entries.member, first), numberAt(entries.member, second)];
      visit(Math.min(a, b), Math.max(a, b));
    }
  }
}

function readEntry(entries: Entries, entry: number, texts: BlockTexts, indexed: number): void {
  const text = indexed % MEMBERS;
  const word = wordOf(indexed);
  entries.begin(entry, texts, text);
  for (let place = numberAt(texts.starts, text); numberAt(texts.ranks, place) < word; place += 1)
    entries.pass(entry, at(texts.weights, numberAt(texts.ranks, place)));
}

/** Whether the word of the run is the first that both texts share; if so, computes what they have in common. */
function meetHere(
  { ranks, weights, starts }: BlockTexts,
  { start, until, text }: Entries,
  a: number,
  b: number,
  common: Common,
): boolean {
  let [left, right] = [numberAt(start, a), numberAt(start, b)];
  const [meetingA, meetingB] = [numberAt(until, a), numberAt(until, b)];
  const [endA, endB] = [numberAt(starts, numberAt(text, a) + 1), numberAt(starts, numberAt(text, b) + 1)];
  let [shared, gist, loneA, loneB] = [ROUNDING, ROUNDING, 0, 0];
  while (left < endA && right < endB) {
    const [rankA, rankB] = [numberAt(ranks, left), numberAt(ranks, right)];
    const weight = at(weights, Math.min(rankA, rankB));
    if (rankA === rankB) {
      if (left < meetingA && right < meetingB) return false;
      shared += weight;
      gist += gistOf(weight);
    } else if (rankA < rankB) {
      loneA = Math.max(loneA, weight);
    } else {
      loneB = Math.max(loneB, weight);
    }
    if (rankA <= rankB) left += 1;
    if (rankB <= rankA) right += 1;
  }
  common.shared = shared;
  common.gist = gist;
  common.swapped = Math.min(loneA, loneB);
  return true;
}

function eachPair(block: Uint32Array, visit: Visit): void {
  for (const [later, b] of block.entries()) for (const a of block.subarray(0, later)) visit(a, b);
}
