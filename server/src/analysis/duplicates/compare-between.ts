import { release } from '../corpus/growing.ts';
import type { KeyedCorpus } from './chunk.ts';
import type { Capped, ComparisonSettings } from './compare.ts';
import { findDismissals } from './dismissals.ts';
import { joinNear } from './joins/near-join.ts';
import { FIRST, findTwins, SECOND, type Twins } from './joins/twins.ts';
import { joinVariants } from './joins/variant-join.ts';
import { joinWordings } from './joins/wording-join.ts';
import { type Link, Links } from './pairs/links.ts';
import type { PairRule } from './pairs/pair-rule.ts';
import { makeWordSets } from './pairs/word-sets.ts';

/** A question of population 0 with the questions of population 1 that it is linked with. */
interface Linked {
  question: number;
  others: Uint32Array;
}

interface ComparedBetween {
  /**
   * Links between kinds of questions: each kind stands for all questions with its text and answer, and is never linked
   * with itself.
   */
  links: Iterable<Link>;
  /** All linked questions, without pairs that are marked as different. */
  linkedBy: (link: Link) => Linked[];
  capped: Capped;
}

/**
 * Compares the questions of population 0 with those of population 1. Questions with the same text and answer are
 * compared once and reported one by one: 10,000 copies against 10,000 similar copies are one link, not 100 million. A
 * question in both sets takes part in both; it has its own text and answer, so it is never linked with itself.
 * Afterwards the texts of the corpus are sets of words, and only the keys of texts and answers remain.
 */
export function compareBetween(keyed: KeyedCorpus, settings: Omit<ComparisonSettings, 'siblings'>): ComparedBetween {
  const { corpus } = keyed;
  const links = new Links();
  const dismissals = findDismissals(corpus, settings.dismissed);
  const twins = findTwins(keyed);
  const sets = makeWordSets(corpus, twins);
  const rule = makeBetweenRule(twins);
  const { answerWeights, byAnswer, represented } = joinNear(keyed, twins, sets, rule, settings.thresholds, links);
  for (const list of [keyed.known, byAnswer]) release(list); // 80 MB at ten million questions
  const byVariants = settings.fuzzyAnswers ? joinVariants(keyed, twins, sets, rule, settings, answerWeights, links) : 0;
  const beyondLookBack = joinWordings(keyed, twins, sets, rule, settings, answerWeights, links);
  const { orders, asks, particulars, accepted } = keyed;
  for (const list of [answerWeights, orders, asks, particulars, accepted]) release(list);

  const isFirst = (question: number) => corpus.populations[question] === 0;
  const linkedOf = (kind: Uint32Array, otherKind: Uint32Array): Linked[] => {
    const others = otherKind.filter((other) => !isFirst(other));
    return Array.from(kind.filter(isFirst), (question) => {
      const dismissed = dismissals.partnersOf(question);
      const kept = dismissed.length === 0 ? others : others.filter((other) => !dismissals.has(question, other));
      return { question, others: kept };
    }).filter((linked) => linked.others.length > 0);
  };
  return {
    links: links.ordered(),
    capped: { represented: represented + byVariants, beyondLookBack },
    linkedBy: ({ earlier, later }) => {
      const [left, right] = [twins.of(earlier), twins.of(later)];
      return [...linkedOf(left, right), ...linkedOf(right, left)];
    },
  };
}

/** One set must have a question of the first kind, and the other set a question of the second kind. */
function makeBetweenRule({ sides }: Twins): PairRule {
  const sideOf = (member: number) => sides[member] ?? 0;
  return {
    sideOf,
    allows: (a, b) => (sideOf(a) | sideOf(b)) === (FIRST | SECOND),
    concerns: (members) => members.reduce((found, member) => found | sideOf(member), 0) === (FIRST | SECOND),
  };
}
