import { release } from '../corpus/growing.ts';
import type { KeyedCorpus } from './chunk.ts';
import { type Dismissals, findDismissals } from './dismissals.ts';
import { keepWhere } from './joins/keep-where.ts';
import { type BestLikeness, joinNear } from './joins/near-join.ts';
import { estimateRecall, type RecallEstimate } from './joins/recall-estimate.ts';
import { joinSiblings } from './joins/sibling-join.ts';
import { joinVariants } from './joins/variant-join.ts';
import { joinWordings, type WordingSettings } from './joins/wording-join.ts';
import { findDistinct } from './pairs/distinct.ts';
import { countUp } from './pairs/keys.ts';
import { Links } from './pairs/links.ts';
import { makePairRule, type PairRule } from './pairs/pair-rule.ts';
import { makeWordSets, type WordSets } from './pairs/word-sets.ts';

export interface Compared {
  links: Links;
  best: BestLikeness;
  sets: WordSets;
  dismissals: Dismissals;
  rule: PairRule;
  /** The number of compared questions. */
  present: number;
  capped: Capped;
  recall: RecallEstimate | null;
}

/** Questions that were not compared with every similar question, because there were too many. */
export interface Capped {
  /** Questions with the same answer, compared with representatives only. */
  represented: number;
  /** Questions with the same significant words, compared with the nearest before them. */
  beyondLookBack: number;
}

export interface ComparisonSettings extends WordingSettings {
  siblings: boolean;
  dismissed: readonly (readonly [string, string])[];
}

/**
 * Compares all questions of population 0 with each other and with the rest. Afterwards the texts of the corpus are sets
 * of words and their keys are gone.
 */
export function compareQuestions(keyed: KeyedCorpus, settings: ComparisonSettings): Compared {
  const { thresholds, siblings, dismissed } = settings;
  const { corpus } = keyed;
  const links = new Links();
  const dismissals = findDismissals(corpus, dismissed);
  const rule = makePairRule(corpus, dismissals);
  const present = presentQuestions(keyed);
  const presentCount = present.length;
  const distinct = findDistinct(keyed, present, rule, links);
  if (!siblings) release(keyed.texts); // 80 MB at ten million questions, no longer needed
  const sets = makeWordSets(corpus, distinct);
  const { byAnswer, best, answerWeights, represented } = joinNear(keyed, distinct, sets, rule, thresholds, links);
  release(keyed.known); // 40 MB; the weights were computed from it
  const recall = estimateRecall(keyed, byAnswer, sets, rule, thresholds, answerWeights);
  release(byAnswer);
  const byVariants = settings.fuzzyAnswers
    ? joinVariants(keyed, distinct, sets, rule, settings, answerWeights, links)
    : 0;
  const beyondLookBack = joinWordings(keyed, distinct, sets, rule, settings, answerWeights, links);
  if (siblings) joinSiblings(keyed, distinct, sets, rule, links);
  releaseKeys(keyed);
  // Frees these lists before groups, which are objects, are built: 80 MB, or 160 where questions are equal word for
  // word.
  for (const list of [answerWeights, distinct.members, distinct.texts, present]) release(list);
  return {
    links,
    best,
    sets,
    dismissals,
    rule,
    present: presentCount,
    capped: { represented: represented + byVariants, beyondLookBack },
    recall,
  };
}

/** Frees 330 MB at ten million questions: groups and findings need none of the keys. */
function releaseKeys({ texts, answers, orders, asks, particulars, accepted }: KeyedCorpus): void {
  for (const list of [texts, answers, orders, asks, particulars, accepted]) release(list);
}

/** Takes each question once: a selected one may be among the others as well. */
function presentQuestions({ corpus }: KeyedCorpus): Uint32Array {
  const { count, populations } = corpus;
  const all = countUp(count);
  const firstOther = populations.findIndex((population) => population > 0);
  if (firstOther === -1) return all;
  const asked = new Set<string>();
  for (let question = 0; question < firstOther; question += 1) asked.add(corpus.idOf(question));
  return keepWhere(all, (question) => question < firstOther || !asked.has(corpus.idOf(question)));
}
