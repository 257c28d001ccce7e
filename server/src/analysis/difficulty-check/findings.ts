import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { shortageOf } from './shortage.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints } from './wording.ts';

/** The findings. A flag marks a question to look at, not a mistake, and the sentences say so. */
export function listFindings(survey: Survey): Finding[] {
  const { trial, verdicts } = survey;
  if (trial === null) return [describeObstacle(survey)];
  if (verdicts === null) return describeNoSkill(survey, trial);
  return inOrder([
    describeFlagged(survey, verdicts),
    describeSkill(survey, trial),
    describeMoves(verdicts),
    describeCalibration(survey, trial),
    describeFeatures(verdicts),
  ]);
}

function describeObstacle(survey: Survey): Finding {
  const { obstacle, majority: level, questions } = survey;
  if (obstacle === 'one_level') return note('difficulty_check.one_level', { questions, level });
  return note('difficulty_check.too_few', shortageOf(survey));
}

/** Compares the model that reads the texts with a guess that does not. */
function compare({ majority }: Survey, { agreement, baselines, skill }: Trial): SentenceValues {
  const { majority: constant, within_labels } = baselines;
  return {
    accuracy: agreement.accuracy ?? 0,
    rival: within_labels > constant ? 'labels' : 'majority',
    rival_accuracy: Math.max(within_labels, constant),
    level: majority,
    difference: inPoints(skill.value),
    low: inPoints(skill.low),
    high: inPoints(skill.high),
  };
}

function describeNoSkill(survey: Survey, trial: Trial): Finding[] {
  const why = trial.labelsTell ? 'labels' : 'knowledge';
  return [
    note('difficulty_check.no_skill', { ...compare(survey, trial), why }),
    note('difficulty_check.nothing_flagged', { questions: survey.questions, why }),
  ];
}

function describeSkill(survey: Survey, trial: Trial): Finding {
  const { value } = trial.skill;
  const strength = value < 0.05 ? 'slight' : value < 0.15 ? 'some' : 'good';
  return note('difficulty_check.skill', { ...compare(survey, trial), strength });
}

function describeFlagged({ parameters, questions }: Survey, { doubts, flags }: Verdicts): Finding {
  const least = parameters.flag_confidence;
  if (doubts.count === 0) return note('difficulty_check.no_doubts', { least, highest: doubts.surest });
  return {
    severity: 'warning',
    code: 'difficulty_check.doubts',
    values: { flagged: doubts.count, questions, least },
    count: flags.length,
    rows: {},
  };
}

function describeMoves({ doubts }: Verdicts): Finding | null {
  const moves = doubts.moves
    .flatMap((row, declared) => row.map((count, suggested) => ({ declared, suggested, count })))
    .sort((left, right) => right.count - left.count);
  const [most] = moves;
  if (most === undefined || most.count === 0 || doubts.count < 2) return null;
  return note('difficulty_check.moves', { ...most, flagged: doubts.count });
}

/** A share of fewer questions is mostly chance. */
const MIN_CONFIDENT = 20;

function describeCalibration({ parameters }: Survey, { calibration }: Trial): Finding | null {
  const { questions, agreeing } = calibration.confident;
  if (agreeing === null || questions < MIN_CONFIDENT) return null;
  return note('difficulty_check.calibration', { least: parameters.flag_confidence, times: questions, agreeing });
}

const MAX_NAMED = 2;

function describeFeatures({ importance }: Verdicts): Finding | null {
  const levels = DIFFICULTY_LEVELS.flatMap((level) => {
    const named = importance.filter((one) => one.level === level).slice(0, MAX_NAMED);
    const cues = named.map(({ cue, effect }) => ({ ...cue, odds: Math.exp(effect) }));
    return cues.length === 0 ? [] : [{ level, cues }];
  });
  return levels.length === 0 ? null : note('difficulty_check.cues', { levels });
}
