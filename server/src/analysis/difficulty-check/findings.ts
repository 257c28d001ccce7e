import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { decimal, levelName, listNames, numbered, percent } from '../wording.ts';
import { describeShortage } from './shortage.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints, points } from './wording.ts';

/** The findings. A flag marks a question to look at, not a mistake, and the sentences say so. */
export function listFindings(survey: Survey): Finding[] {
  const { trial, verdicts } = survey;
  if (trial === null) return [note(describeObstacle(survey))];
  if (verdicts === null) return describeNoSkill(survey, trial).map(note);
  const others = [
    describeSkill(survey, trial),
    describeMoves(verdicts),
    describeCalibration(survey, trial),
    describeFeatures(verdicts),
  ];
  return inOrder([describeFlagged(survey, verdicts), ...others.map((text) => (text === null ? null : note(text)))]);
}

function describeObstacle(survey: Survey): string {
  const { obstacle, majority, questions } = survey;
  if (obstacle === 'one_level') {
    return `The levels of ${numbered(questions, 'question')} cannot be checked: all are declared ${levelName(majority)}.`;
  }
  return `The levels cannot be checked from the texts: ${describeShortage(survey)}.`;
}

/** Compares the model that reads the texts with a guess that does not. */
function compare({ majority }: Survey, { agreement, baselines, skill }: Trial): string {
  const { majority: constant, within_labels } = baselines;
  const rival =
    within_labels > constant
      ? `the most frequent level of each category and topic is right for ${percent(within_labels)}`
      : `always saying ${levelName(majority)} is right for ${percent(constant)}`;
  return (
    `a model that reads only the texts finds the declared level for ${percent(agreement.accuracy ?? 0)}, and ${rival} ` +
    `(difference ${points(skill.value)}, 95% interval ${inPoints(skill.low)} to ${points(skill.high)})`
  );
}

function describeNoSkill(survey: Survey, trial: Trial): string[] {
  const unflagged = `No question is flagged. That is no evidence against the declared levels of ${numbered(survey.questions, 'question')}`;
  if (trial.labelsTell) {
    return [
      `Category and topic explain the levels, and the texts add nothing measurable: ${compare(survey, trial)}.`,
      `${unflagged}: they follow category and topic, which a text cannot contradict.`,
    ];
  }
  return [
    `The texts do not predict the levels of this set: ${compare(survey, trial)}.`,
    `${unflagged}: difficulty is mostly a matter of what people know, not of wording.`,
  ];
}

function describeSkill(survey: Survey, trial: Trial): string {
  const { value } = trial.skill;
  const strength = value < 0.05 ? 'slightly' : value < 0.15 ? 'to some extent' : 'well';
  return `The texts predict the levels ${strength}: ${compare(survey, trial)}.`;
}

function describeFlagged({ parameters, questions }: Survey, { doubts, flags }: Verdicts): Finding {
  const least = percent(parameters.flag_confidence);
  if (doubts.count === 0) {
    return note(
      `No question is worded like another level with a probability of at least ${least}; the highest is ${percent(doubts.surest)}.`,
    );
  }
  const verb =
    doubts.count === 1
      ? 'is worded like a level other than the declared one'
      : 'are worded like a level other than the declared one';
  return {
    severity: 'warning',
    text: `${numbered(doubts.count)} of ${numbered(questions, 'question')} ${verb} (probability at least ${least}): worth a look, not a verdict.`,
    next_step: `Read the rows, the most probable first, and correct the levels you disagree with. ${OR_DISMISS}`,
    count: flags.length,
    rows: {},
  };
}

function describeMoves({ doubts }: Verdicts): string | null {
  const moves = doubts.moves
    .flatMap((row, declared) => row.map((count, suggested) => ({ declared, suggested, count })))
    .sort((left, right) => right.count - left.count);
  const [most] = moves;
  if (most === undefined || most.count === 0 || doubts.count < 2) return null;
  return `${numbered(most.count)} of the ${numbered(doubts.count)} are declared ${levelName(most.declared)} and look ${levelName(most.suggested)}.`;
}

/** A share of fewer questions is mostly chance. */
const MIN_CONFIDENT = 20;

function describeCalibration({ parameters }: Survey, { calibration }: Trial): string | null {
  const { questions, agreeing } = calibration.confident;
  if (agreeing === null || questions < MIN_CONFIDENT) return null;
  const least = percent(parameters.flag_confidence);
  return `When a model was at least ${least} sure of a question it had not seen (${numbered(questions, 'time')}), it agreed with the declared level ${percent(agreeing)} of the time.`;
}

function describeFeatures({ importance }: Verdicts): string | null {
  const parts = DIFFICULTY_LEVELS.flatMap((level) => {
    const named = importance.filter((one) => one.level === level).slice(0, 2);
    const cues = named.map(({ feature, effect }) => `${feature} (${decimal(Math.exp(effect))} times the odds)`);
    return cues.length === 0 ? [] : [`of ${levelName(level)}: ${listNames(cues)}`];
  });
  return parts.length === 0 ? null : `Typical ${parts.join('; ')}.`;
}
