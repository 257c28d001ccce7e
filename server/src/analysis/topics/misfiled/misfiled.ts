import { NONE } from '../terms/features.ts';
import type { Grouped } from '../terms/labels.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';
import { Agreement, type AgreementCurve } from './agreement.ts';
import { NaiveBayes } from './naive-bayes.ts';

/**
 * The minimum share of questions with a given margin that must be filed where their words point, or none is called
 * misfiled.
 */
export const TRUSTED = 0.95;
/** Words with a smaller margin prove nothing, however well a bank is filed. */
const MIN_MARGIN = 1;
export const MAX_ITEMS = 100_000;
const MAX_WORDS = 5;
const NOT_JUDGED = 255;

export interface Misfiled {
  question: number;
  declared: string;
  suggested: string;
  margin: number;
  /** Share of the questions with such a margin that are filed where their words point. */
  agreement: number;
  terms: { term: string; weight: number }[];
}

export interface Filing {
  /** The compared labels, largest first. */
  labels: readonly number[];
  /** table[declared][suggested], in the order of the labels. */
  table: readonly (readonly number[])[];
  judged: number;
  /** Share of the judged questions that are filed where their words point. */
  agreement: number | null;
  /** The minimum margin of a misfiled question; null if no margin can be trusted. */
  cut: number | null;
  count: number;
  /** The number of dismissed questions, which are left out of count and list. */
  dismissed: number;
  /** Clearest first, at most `MAX_ITEMS`. */
  misfiled: readonly Misfiled[];
}

/**
 * Where the words of each question point, and which questions are so clearly misfiled that an editor should look,
 * except those that were dismissed.
 */
export function judgeFiling(vocabulary: Vocabulary, declared: Grouped, fine: ReadonlySet<number> = new Set()): Filing {
  const bayes = new NaiveBayes(vocabulary, declared);
  const verdicts = judgeAll(bayes, declared);
  const reached = verdicts.curve.reach(TRUSTED);
  const cut = reached === null ? null : Math.max(MIN_MARGIN, reached);
  const all = cut === null ? [] : collect(verdicts, cut);
  const found = fine.size === 0 ? all : all.filter((question) => !fine.has(question));
  const describe = describer(bayes, vocabulary, declared, verdicts);
  const right = verdicts.table.reduce((sum, row, own) => sum + (row[own] ?? 0), 0);
  return {
    labels: bayes.labels,
    table: verdicts.table,
    judged: verdicts.judged,
    agreement: verdicts.judged === 0 ? null : right / verdicts.judged,
    cut,
    count: found.length,
    dismissed: all.length - found.length,
    misfiled: found.slice(0, MAX_ITEMS).map(describe),
  };
}

interface Verdicts {
  /** The class that the words of each question point to. */
  suggested: Uint8Array;
  /** The margin over its own class if the words point elsewhere, otherwise 0. */
  margins: Float32Array;
  classOf: Int32Array;
  table: number[][];
  judged: number;
  curve: AgreementCurve;
}

function judgeAll(bayes: NaiveBayes, declared: Grouped): Verdicts {
  const classes = bayes.labels.length;
  const questions = declared.of.length;
  const classOf = new Int32Array(declared.names.length).fill(NONE);
  for (const [position, label] of bayes.labels.entries()) classOf[label] = position;
  const suggested = new Uint8Array(questions).fill(NOT_JUDGED);
  const margins = new Float32Array(questions);
  const table = bayes.labels.map(() => bayes.labels.map(() => 0));
  const agreement = new Agreement();
  const scores = new Float64Array(classes);
  let judged = 0;
  for (let question = 0; question < questions && classes > 1; question += 1) {
    const own = classOf[declared.of[question] ?? NONE] ?? NONE;
    if (own === NONE) continue;
    const features = bayes.featuresOf(question);
    if (features.length === 0) continue;
    bayes.score(features, own, scores);
    const [best, second] = twoBest(scores);
    const margin = Math.max(0, bayes.margin(features, best, best === own ? second : own, own));
    agreement.add(margin, best === own);
    suggested[question] = best;
    if (best !== own) margins[question] = margin;
    const row = table[own] ?? [];
    row[best] = (row[best] ?? 0) + 1;
    judged += 1;
  }
  return { suggested, margins, classOf, table, judged, curve: agreement.curve() };
}

function twoBest(scores: Float64Array): [number, number] {
  let [best, second] = (scores[1] ?? 0) > (scores[0] ?? 0) ? [1, 0] : [0, 1];
  for (let one = 2; one < scores.length; one += 1) {
    const score = scores[one] ?? 0;
    if (score > (scores[best] ?? 0)) {
      second = best;
      best = one;
    } else if (score > (scores[second] ?? 0)) {
      second = one;
    }
  }
  return [best, second];
}

/** The questions above the cut, clearest first; ties go to the earlier. */
function collect({ margins }: Verdicts, cut: number): number[] {
  const found: number[] = [];
  for (let question = 0; question < margins.length; question += 1) {
    if ((margins[question] ?? 0) >= cut) found.push(question);
  }
  return found.sort((left, right) => (margins[right] ?? 0) - (margins[left] ?? 0) || left - right);
}

function describer(bayes: NaiveBayes, vocabulary: Vocabulary, declared: Grouped, verdicts: Verdicts) {
  const nameOf = (position: number) => declared.names[bayes.labels[position] ?? NONE] ?? '';
  return (question: number): Misfiled => {
    const own = verdicts.classOf[declared.of[question] ?? NONE] ?? NONE;
    const suggested = verdicts.suggested[question] ?? 0;
    const margin = verdicts.margins[question] ?? 0;
    const evidence = bayes.evidence(bayes.featuresOf(question), suggested, own, own);
    return {
      question,
      declared: nameOf(own),
      suggested: nameOf(suggested),
      margin: rounded(margin),
      agreement: rounded(verdicts.curve.at(margin)),
      terms: evidence.slice(0, MAX_WORDS).map(({ term, weight }) => ({
        term: vocabulary.spell(term),
        weight: rounded(weight),
      })),
    };
  };
}

/** More than four decimals would suggest a precision that does not exist. */
const rounded = (value: number): number => Number(value.toFixed(4));
