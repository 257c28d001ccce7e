import { compareWords } from '../../../domain/likeness/compare-words.ts';
import { contradict } from '../../../domain/likeness/contradiction.ts';
import { EXCHANGED, isContent, isSameWording, judge, type Thresholds } from '../../../domain/likeness/judge.ts';
import { mayBeOneAnswer } from '../../../domain/likeness/one-answer.ts';
import { acceptsAnswer, type KeyedCorpus, traitsOf } from '../chunk.ts';
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
  const { answers } = keyed;
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
        const [left, right] = [traitsOf(keyed, a), traitsOf(keyed, b)];
        const isOneAnswer = acceptsAnswer(keyed, a, b) || acceptsAnswer(keyed, b, a);
        const isVariant = isOneAnswer || (fuzzyAnswers && mayBeOneAnswer(left.answer, right.answer));
        const weight = Math.min(answerWeights[a] ?? 0, answerWeights[b] ?? 0);
        const given = { relation: isVariant ? 'alike' : 'different', weight } as const;
        const { relation, likeness } = judge(words, given, thresholds, () => contradict(left, right));
        if (relation === null) continue;
        links.add(a, b, relation, { likeness, similarity: words.similarity });
        if (links.isFull) break;
      }
    }
  });
  return beyond;
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
