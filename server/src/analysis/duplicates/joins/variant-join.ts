import { areAlike } from '../../../domain/likeness/compare-answers.ts';
import { compareWords } from '../../../domain/likeness/compare-words.ts';
import { areWordedAlike, isSameWording, judge, LESS_THAN_HALF } from '../../../domain/likeness/judge.ts';
import { rootOf } from '../../../domain/likeness/roots.ts';
import { stemWord } from '../../../domain/likeness/stems.ts';
import { glueWords } from '../../../domain/likeness/synonyms.ts';
import { listOf } from '../../corpus/corpus.ts';
import { ANSWER, answerOf, type KeyedCorpus } from '../chunk.ts';
import type { Distinct } from '../pairs/distinct.ts';
import { haveSameKey } from '../pairs/keys.ts';
import type { Links } from '../pairs/links.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';
import { Allowance } from './allowance.ts';
import { BlockJoin, similarFrom } from './block-join.ts';
import type { WordingSettings } from './wording-join.ts';

/** The number of words that count in an answer: a longer answer is a sentence. */
const MAX_ANSWER_WORDS = 6;

/**
 * A word that more answers contain carries too little information; without this limit the time grew with the square of
 * the bank.
 */
const MAX_ANSWERS = 200;

/**
 * Finds duplicates where one answer is part of the other or shares a similarly spelt word ("Midway", "Battle of
 * Midway"): answers that share a word form a block, in which the texts are joined like those with the same answer.
 * Returns how many were only compared with representatives.
 */
export function joinVariants(
  keyed: KeyedCorpus,
  { members }: Distinct,
  sets: WordSets,
  rule: PairRule,
  { thresholds }: WordingSettings,
  answerWeights: Float32Array,
  links: Links,
): number {
  const { corpus, answers } = keyed;
  const join = new BlockJoin(sets);
  const weightOf = (member: number) => answerWeights[member] ?? 0;
  let represented = 0;
  const visit = (a: number, b: number): boolean => {
    if (haveSameKey(answers, a, b) || !rule.allows(a, b)) return false;
    const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
    if (!areWordedAlike(words) && !isSameWording(words, thresholds.wording)) return false;
    if (!areAlike(answerOf(corpus, a), answerOf(corpus, b))) return false;
    const weight = Math.min(weightOf(a), weightOf(b));
    const { relation, likeness } = judge(words, { relation: 'alike', weight }, thresholds, () => false);
    if (relation !== null) links.add(a, b, relation, { likeness, similarity: words.similarity });
    return relation !== null;
  };
  eachBlock(keyed, members, (block) => {
    if (!rule.concerns(block) || block.every((member) => haveSameKey(answers, member, block[0] ?? 0))) return;
    const bounds = { allowance: links.isFull ? Allowance.none() : new Allowance(block.length), sideOf: rule.sideOf };
    if (!join.eachCandidate(block, WORDED_ALIKE, visit, bounds)) represented += block.length;
  });
  return represented;
}

/** The minimum that `areWordedAlike` requires, and equal wording. */
const WORDED_ALIKE = similarFrom(LESS_THAN_HALF);

/** Calls `visit` with the members whose answers share a word, once per word. Numbers do not count as words here. */
function eachBlock({ corpus }: KeyedCorpus, members: Uint32Array, visit: (block: Uint32Array) => void): void {
  const rootIds = numberRoots(corpus.words);
  const starts = new Uint32Array(rootIds.count + 1);
  const eachRoot = (member: number, take: (root: number) => void) => {
    const words = listOf(corpus.answers, member).subarray(0, MAX_ANSWER_WORDS);
    for (let place = 0; place < words.length; place += 1) {
      const root = rootIds.of[words[place] ?? 0] ?? 0;
      if (root > 0) take(root - 1);
    }
  };
  for (const member of members) eachRoot(member, (root) => (starts[root + 1] = (starts[root + 1] ?? 0) + 1));
  for (let root = 0; root < rootIds.count; root += 1) starts[root + 1] = (starts[root + 1] ?? 0) + (starts[root] ?? 0);
  const ends = starts.slice(0, -1);
  const listed = new Uint32Array(starts[rootIds.count] ?? 0);
  for (const member of members) {
    eachRoot(member, (root) => {
      const end = ends[root] ?? 0;
      if (end > (starts[root] ?? 0) && listed[end - 1] === member) return; // a repeated word
      listed[end] = member;
      ends[root] = end + 1;
    });
  }
  for (let root = 0; root < rootIds.count; root += 1) {
    const block = listed.subarray(starts[root], ends[root]);
    if (block.length > 1 && block.length <= MAX_ANSWERS) visit(block);
  }
}

/** For each word of an answer the number of its root, from 1; 0 for glue, numbers and words of texts. */
function numberRoots(words: readonly string[]): { of: Uint32Array; count: number } {
  const numbers = new Map<string, number>();
  const of = Uint32Array.from(words, (word) => {
    if (!word.startsWith(ANSWER) || glueWords.has(word.slice(ANSWER.length)) || /\p{N}/u.test(word)) return 0;
    const root = rootOf(stemWord(word.slice(ANSWER.length)));
    if (!numbers.has(root)) numbers.set(root, numbers.size + 1);
    return numbers.get(root) ?? 0;
  });
  return { of, count: numbers.size };
}
