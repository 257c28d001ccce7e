import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { decimal, levelName, listNames, numbered, percent } from '../wording.ts';
import { tellShortage } from './shortage.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints, points } from './wording.ts';

/** What a person would say of the set. A flag is a question worth a look, never a verdict, and the sentences say so. */
export function tellFindings(survey: Survey): string[] {
  const { trial, verdicts } = survey;
  if (trial === null) return [tellObstacle(survey)];
  if (verdicts === null) return tellNoSkill(survey, trial);
  return [
    tellSkill(survey, trial),
    tellFlagged(survey, verdicts),
    tellMoves(verdicts),
    tellCalibration(survey, trial),
    tellKappa(trial),
    tellFeatures(verdicts),
  ].filter((sentence) => sentence !== null);
}

function tellObstacle(survey: Survey): string {
  const { obstacle, majority, questions } = survey;
  if (obstacle === 'one_level') {
    return `The level of ${numbered(questions, 'question')} cannot be checked: no other than ${levelName(majority)} is declared.`;
  }
  return `The levels cannot be checked by their text: ${tellShortage(survey)}.`;
}

function compare({ majority }: Survey, { agreement, skill }: Trial): string {
  const { accuracy, majority_baseline } = agreement;
  return (
    `${percent(accuracy ?? 0)} are placed at their declared level, and ${percent(majority_baseline ?? 0)} by always saying ${levelName(majority)} ` +
    `(difference ${points(skill.value)}, 95 % interval ${inPoints(skill.low)} to ${points(skill.high)})`
  );
}

function tellNoSkill(survey: Survey, trial: Trial): string[] {
  return [
    `The texts do not tell the levels of this set, so no question is flagged: ${compare(survey, trial)}.`,
    `That says nothing against the declared levels of ${numbered(survey.questions, 'question')}: difficulty mostly lies in what people know, not in the wording.`,
  ];
}

function tellSkill(survey: Survey, trial: Trial): string {
  const { value } = trial.skill;
  const strength = value < 0.05 ? 'a little' : value < 0.15 ? 'something' : 'much';
  return `The texts tell ${strength} of the levels: ${compare(survey, trial)}.`;
}

function tellFlagged({ parameters, questions }: Survey, { doubts }: Verdicts): string {
  const least = percent(parameters.flag_confidence);
  if (doubts.count === 0) {
    return `No question looks like another level with a probability of ${least}; the surest reaches ${percent(doubts.surest)}.`;
  }
  const verb = doubts.count === 1 ? 'looks' : 'look';
  return `${numbered(doubts.count)} of ${numbered(questions, 'question')} ${verb} like another level with a probability of at least ${least}: worth a look before others, no verdict.`;
}

function tellMoves({ doubts }: Verdicts): string | null {
  const moves = doubts.moves
    .flatMap((row, declared) => row.map((count, suggested) => ({ declared, suggested, count })))
    .sort((left, right) => right.count - left.count);
  const [most] = moves;
  if (most === undefined || most.count === 0 || doubts.count < 2) return null;
  return `${numbered(most.count)} of the ${numbered(doubts.count)} are declared ${levelName(most.declared)} and look ${levelName(most.suggested)}.`;
}

function tellCalibration({ parameters }: Survey, { calibration }: Trial): string | null {
  const { questions, agreeing } = calibration.confident;
  if (agreeing === null) return null;
  const least = percent(parameters.flag_confidence);
  return `Where a model was at least ${least} sure of a question it had not seen (${numbered(questions, 'time')}), it named the declared level in ${percent(agreeing)}.`;
}

/** The words of Landis and Koch (1977). */
const STRENGTHS = [
  { below: 0.2, word: 'slight' },
  { below: 0.4, word: 'fair' },
  { below: 0.6, word: 'moderate' },
  { below: 0.8, word: 'substantial' },
] as const;

function tellKappa({ agreement }: Trial): string | null {
  const kappa = agreement.quadratic_weighted_kappa;
  if (kappa === null || kappa <= 0) return null;
  const word = STRENGTHS.find(({ below }) => kappa < below)?.word ?? 'almost perfect';
  return `The agreement of declared and suggested levels is ${word} (quadratic weighted kappa ${decimal(kappa)}).`;
}

function tellFeatures({ importance }: Verdicts): string | null {
  const parts = DIFFICULTY_LEVELS.flatMap((level) => {
    const named = importance.filter((one) => one.level === level).slice(0, 2);
    const signs = named.map(({ feature, effect }) => `${feature} (odds times ${decimal(Math.exp(effect))})`);
    return signs.length === 0 ? [] : [`for ${levelName(level)} ${listNames(signs)}`];
  });
  return parts.length === 0 ? null : `Most telling are ${parts.join('; ')}.`;
}
