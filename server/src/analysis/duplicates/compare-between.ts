import { release } from '../corpus/growing.ts';
import type { KeyedCorpus } from './chunk.ts';
import type { Capped, ComparisonSettings } from './compare.ts';
import { findDismissals } from './dismissals.ts';
import { type Link, Links } from './links.ts';
import { joinNear } from './near-join.ts';
import type { PairRule } from './pair-rule.ts';
import { FIRST, findTwins, SECOND, type Twins } from './twins.ts';
import { joinVariants } from './variant-join.ts';
import { makeWordSets } from './word-sets.ts';
import { joinWordings } from './wording-join.ts';

/** A question of population 0 and those of population 1 that it is linked with. */
export interface Linked {
  question: number;
  others: Uint32Array;
}

export interface ComparedBetween {
  /** Between kinds of questions: each stands for all that have its text and answer. Never of the same text and answer. */
  links: Iterable<Link>;
  /** All questions that a link joins, without pairs that are marked as not the same. */
  linkedBy: (link: Link) => Linked[];
  capped: Capped;
}

/**
 * Compares the questions of population 0 with those of population 1. Questions with the same text and answer are compared
 * once and told one by one: 10,000 copies against 10,000 copies of something like it are one link, not 100 million. A
 * question that is in both sets takes part in both; it has its own text and answer, so it is never linked with itself.
 * The texts of the corpus are sets of words afterwards, and of the keys only those of texts and answers are left.
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
  for (const list of [answerWeights, keyed.orders, keyed.asks]) release(list);

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

/** One set must have a question of the one kind, the other set one of the other. */
function makeBetweenRule({ sides }: Twins): PairRule {
  const sideOf = (member: number) => sides[member] ?? 0;
  return {
    sideOf,
    allows: (a, b) => (sideOf(a) | sideOf(b)) === (FIRST | SECOND),
    concerns: (members) => members.reduce((found, member) => found | sideOf(member), 0) === (FIRST | SECOND),
  };
}
