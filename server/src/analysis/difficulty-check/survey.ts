import type { DismissedRows } from '../../domain/analysis/dismissed-rows.ts';
import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { findDismissed } from '../dismissed.ts';
import { type Agreement, crossTabulate, measureAgreement } from '../statistics/agreement.ts';
import type { Bank } from './bank.ts';
import { collectDoubts, type Doubts } from './doubts.ts';
import { type Evidence, findEvidence } from './evidence.ts';
import { buildNames } from './features/feature-names.ts';
import { buildFeatureSpace, encodeAll } from './features/feature-space.ts';
import { type Importance, rankFeatures } from './features/importance.ts';
import { type Calibration, calibrate } from './model/calibration.ts';
import { crossValidate, type Judged, learnAll } from './model/cross-validate.ts';
import { guessByLabels } from './model/label-baseline.ts';
import { CLASSES } from './model/logistic.ts';
import { drawSample, type Sample } from './model/sample.ts';
import { measureSkill, type Skill } from './model/skill.ts';
import type { DifficultyCheckParameters } from './parameters.ts';

/** With fewer texts the interval of the skill would be 20 points wide. */
export const MIN_TEXTS = 100;
export const MIN_PER_LEVEL = 10;
/** The subject of a dismissal, which confirms the declared level. */
export const LEVEL = 'difficulty';
/** The maximum number of cues per level in the result. */
const MAX_CUES = 50;

/** The share placed at the declared level without reading the text. */
interface Baselines {
  /** By always guessing the most frequent level. */
  majority: number;
  /** By guessing the most frequent level of the same category and topic in the other folds. */
  within_labels: number;
}

/** The results on the sample, if it is large enough to learn from. */
export interface Trial {
  confusion: readonly (readonly number[])[];
  agreement: Omit<Agreement, 'majority_baseline'>;
  baselines: Baselines;
  /** Whether category and topic place more questions correctly than the most frequent level does. */
  labelsTell: boolean;
  /** Relative to the better baseline. */
  skill: Skill;
  calibration: Calibration;
  /** The probability of the declared level for each question of the sample. */
  ofDeclared: Float64Array;
  unconverged: number;
}

export interface Flag {
  question_id: string;
  version: number;
  declared: number;
  suggested: number;
  probability: number;
  evidence: readonly Evidence[];
}

/** Results that are only reported if the texts predict the levels. */
export interface Verdicts {
  doubts: Doubts;
  flags: readonly Flag[];
  importance: readonly Importance[];
}

/** Everything known about a set. The result, its warnings, plots and findings present it. */
export interface Survey {
  parameters: DifficultyCheckParameters;
  questions: number;
  sampled: number;
  distinctTexts: number;
  /** The questions of the sample per level. */
  levels: readonly number[];
  majority: number;
  obstacle: 'one_level' | 'too_few' | null;
  trial: Trial | null;
  /** Null if not usable. */
  verdicts: Verdicts | null;
}

export function surveyLevels(
  bank: Bank,
  parameters: DifficultyCheckParameters,
  dismissed: readonly DismissedRows[],
): Survey {
  const sample = drawSample(bank.corpus, parameters.sample, parameters.folds, parameters.seed);
  const levels = DIFFICULTY_LEVELS.map((level) => sample.levels.filter((own) => own === level).length);
  const distinctTexts = new Set(sample.texts).size;
  const known = {
    parameters,
    questions: bank.corpus.count,
    sampled: sample.questions.length,
    distinctTexts,
    levels,
    majority: levels.indexOf(Math.max(...levels)),
  };
  const obstacle = findObstacle(levels, distinctTexts);
  if (obstacle !== null) return { ...known, obstacle, trial: null, verdicts: null };
  return { ...known, obstacle, ...tryText(bank, sample, known.majority, parameters, dismissed) };
}

function findObstacle(levels: readonly number[], distinctTexts: number): Survey['obstacle'] {
  const used = levels.filter((count) => count > 0);
  if (used.length < 2) return 'one_level';
  return distinctTexts < MIN_TEXTS || used.some((count) => count < MIN_PER_LEVEL) ? 'too_few' : null;
}

function tryText(
  bank: Bank,
  sample: Sample,
  majority: number,
  parameters: DifficultyCheckParameters,
  dismissed: readonly DismissedRows[],
): Pick<Survey, 'trial' | 'verdicts'> {
  const space = buildFeatureSpace(bank, sample.questions);
  const cases = encodeAll(space, sample.questions);
  const judged = crossValidate(sample, cases, space.size, parameters.folds);
  const trial = reportTrial(bank, sample, judged, majority, parameters);
  // Without skill a flag would be a coin toss.
  if (trial.skill.low <= 0) return { trial, verdicts: null };
  const whole = learnAll(sample, cases, space.size);
  const fine = findDismissed(bank.corpus, dismissed, LEVEL);
  const doubts = collectDoubts(bank, space, sample, judged, whole, parameters.flag_confidence, fine);
  const name = buildNames(space, bank.corpus);
  const flags = doubts.kept.map((doubt) => ({
    question_id: bank.corpus.idOf(doubt.question),
    version: bank.corpus.versions[doubt.question] ?? 0,
    declared: doubt.declared,
    suggested: doubt.suggested,
    probability: doubt.probability,
    evidence: findEvidence(space, name, doubt.model, doubt),
  }));
  const importance = rankFeatures(whole, cases, name, Math.min(parameters.top_n, MAX_CUES));
  return { trial, verdicts: { doubts, flags, importance } };
}

function reportTrial(
  bank: Bank,
  sample: Sample,
  judged: Judged,
  majority: number,
  { flag_confidence, folds }: DifficultyCheckParameters,
): Trial {
  const confusion = crossTabulate(sample.levels, judged.suggested, DIFFICULTY_LEVELS.length);
  const { majority_baseline, ...agreement } = measureAgreement(confusion);
  const byLabels = guessByLabels(bank.corpus, sample, folds);
  const baselines = { majority: majority_baseline ?? 0, within_labels: shareEqual(sample.levels, byLabels) };
  const byMajority = new Uint8Array(byLabels.length).fill(majority);
  const baseline = baselines.within_labels > baselines.majority ? byLabels : byMajority;
  return {
    confusion,
    agreement,
    baselines,
    labelsTell: measureSkill(sample.levels, byLabels, byMajority, sample.texts).low > 0,
    skill: measureSkill(sample.levels, judged.suggested, baseline, sample.texts),
    calibration: calibrate(sample.levels, judged, flag_confidence),
    ofDeclared: Float64Array.from(sample.levels, (level, index) => judged.probabilities[CLASSES * index + level] ?? 0),
    unconverged: judged.models.filter((model) => !model.converged).length,
  };
}

function shareEqual(left: Uint8Array, right: Uint8Array): number {
  let equal = 0;
  for (const [index, value] of left.entries()) equal += Number(value === right[index]);
  return equal / left.length;
}
