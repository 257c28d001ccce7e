import { areAlike, isVerdict } from '../../../domain/likeness/compare-answers.ts';
import { compareWords } from '../../../domain/likeness/compare-words.ts';
import { EXCHANGED, isContent, isSameWording, judge, type Thresholds } from '../../../domain/likeness/judge.ts';
import { areInOneOrder } from '../../../domain/likeness/word-order.ts';
import { answerOf, type KeyedCorpus, orderOf } from '../chunk.ts';
import type { Distinct } from '../pairs/distinct.ts';
import { eachRunOfHashes, hashNumbersInto, haveSameKey, type Keys } from '../pairs/keys.ts';
import type { Links } from '../pairs/links.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';

export interface WordingSettings {
  thresholds: Thresholds;
  /** Whether similarly spelt answers are variants of one answer. */
  fuzzyAnswers: boolean;
}

/**
 * The maximum number of earlier questions each is compared with. More have the same significant words only if a phrase
 * fits everything.
 */
export const LOOK_BACK = 50;

/**
 * Finds equal wording with different answers. Such texts have the same significant words, so only texts with exactly
 * the same ones are compared: linear in the number of questions, and complete except beyond `LOOK_BACK`. Returns how
 * many questions have more candidates before them than that.
 */
export function joinWordings(
  keyed: KeyedCorpus,
  { members }: Distinct,
  sets: WordSets,
  rule: PairRule,
  { thresholds, fuzzyAnswers }: WordingSettings,
  answerWeights: Float32Array,
  links: Links,
): number {
  const { corpus, answers } = keyed;
  let beyond = 0;
  const hashTelling = (keys: Keys, index: number, member: number) =>
    hashNumbersInto(keys, index, significantWords(sets, member));
  eachRunOfHashes(members, hashTelling, (run) => {
    if (!rule.concerns(run)) return;
    const marks = run.map((member) => markWords(sets, member));
    beyond += Math.max(0, run.length - 1 - LOOK_BACK);
    for (const [place, b] of run.entries()) {
      for (let before = Math.max(0, place - LOOK_BACK); before < place; before += 1) {
        const a = run[before] ?? 0;
        if (areSwapped(marks[before] ?? 0, marks[place] ?? 0) || haveSameKey(answers, a, b) || !rule.allows(a, b))
          continue;
        const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
        if (!isSameWording(words, thresholds.wording)) continue;
        const given = [answerOf(corpus, a), answerOf(corpus, b)] as const;
        const alike = fuzzyAnswers && areAlike(...given) ? 'alike' : 'different';
        const weight = Math.min(answerWeights[a] ?? 0, answerWeights[b] ?? 0);
        const mayContradict = () => contradict(keyed, a, b, given);
        const { relation, likeness } = judge(words, { relation: alike, weight }, thresholds, mayContradict);
        if (relation === null) continue;
        links.add(a, b, relation, { likeness, similarity: words.similarity });
        if (links.isFull) break;
      }
    }
  });
  return beyond;
}

/**
 * A true-or-false statement does not contradict a question for a name; nor does another order of the same words, or a
 * mere title.
 */
function contradict(
  keyed: KeyedCorpus,
  a: number,
  b: number,
  given: readonly [readonly string[], readonly string[]],
): boolean {
  const [left, right] = [isVerdict(given[0]), isVerdict(given[1])];
  const ask = (left && right) || (keyed.asks[a] === 1 && keyed.asks[b] === 1);
  return ask && left === right && areInOneOrder(orderOf(keyed, a), orderOf(keyed, b));
}

function significantWords(sets: WordSets, member: number): number[] {
  const { tokens, start, end } = sets.of(member);
  const { weights, kinds } = sets.vocabulary;
  const significant: number[] = [];
  for (let place = start; place < end; place += 1) {
    const word = tokens[place] ?? 0;
    if (isContent(weights[word] ?? 0, kinds[word] ?? 0)) significant.push(word);
  }
  return significant;
}

/** One bit for each word that must not be swapped; two words may share a bit. */
function markWords(sets: WordSets, member: number): number {
  const { tokens, start, end } = sets.of(member);
  let marks = 0;
  for (let place = start; place < end; place += 1) {
    const word = tokens[place] ?? 0;
    if ((sets.vocabulary.weights[word] ?? 0) >= EXCHANGED) marks |= 1 << (word % 32);
  }
  return marks;
}

/** Whether each text has a marked word that the other lacks. This rules out nine pairs in ten without a comparison. */
function areSwapped(a: number, b: number): boolean {
  return (a & ~b) !== 0 && (b & ~a) !== 0;
}
