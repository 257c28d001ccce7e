import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { OR_DISMISS } from '../dismissed.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { decimal, levelName, listNames, numbered, percent } from '../wording.ts';
import { tellShortage } from './shortage.ts';
import type { Survey, Trial, Verdicts } from './survey.ts';
import { inPoints, points } from './wording.ts';

/** What a person would say of the set. A flag is a question worth a look, never a verdict, and the sentences say so. */
export function tellFindings(survey: Survey): Finding[] {
  const { trial, verdicts } = survey;
  if (trial === null) return [note(tellObstacle(survey))];
  if (verdicts === null) return tellNoSkill(survey, trial).map(note);
  const told = [tellSkill(survey, trial), tellMoves(verdicts), tellCalibration(survey, trial), tellFeatures(verdicts)];
  return inOrder([tellFlagged(survey, verdicts), ...told.map((text) => (text === null ? null : note(text)))]);
}

function tellObstacle(survey: Survey): string {
  const { obstacle, majority, questions } = survey;
  if (obstacle === 'one_level') {
    return `The level of ${numbered(questions, 'question')} cannot be checked: no other than ${levelName(majority)} is declared.`;
  }
  return `The levels cannot be checked by their text: ${tellShortage(survey)}.`;
}

/** What the texts get right, and what somebody gets right who has not read them. */
function compare({ majority }: Survey, { agreement, baselines, skill }: Trial): string {
  const { majority: constant, within_labels } = baselines;
  const rival =
    within_labels > constant
      ? `the most frequent level of each category and topic is right for ${percent(within_labels)}`
      : `always saying ${levelName(majority)} is right for ${percent(constant)}`;
  return (
    `a model that reads only the texts places ${percent(agreement.accuracy ?? 0)} at their declared level, and ${rival} ` +
    `(difference ${points(skill.value)}, 95 % interval ${inPoints(skill.low)} to ${points(skill.high)})`
  );
}

function tellNoSkill(survey: Survey, trial: Trial): string[] {
  const unflagged = `No question is flagged. That says nothing against the declared levels of ${numbered(survey.questions, 'question')}`;
  if (trial.labelsTell) {
    return [
      `Category and topic explain the levels, and the texts add nothing that could be shown: ${compare(survey, trial)}.`,
      `${unflagged}: they go by category and topic, which a text cannot contradict.`,
    ];
  }
  return [
    `The texts do not tell the levels of this set: ${compare(survey, trial)}.`,
    `${unflagged}: difficulty mostly lies in what people know, not in the wording.`,
  ];
}

function tellSkill(survey: Survey, trial: Trial): string {
  const { value } = trial.skill;
  const strength = value < 0.05 ? 'a little' : value < 0.15 ? 'something' : 'much';
  return `The texts tell ${strength} of the levels: ${compare(survey, trial)}.`;
}

function tellFlagged({ parameters, questions }: Survey, { doubts, flags }: Verdicts): Finding {
  const least = percent(parameters.flag_confidence);
  if (doubts.count === 0) {
    return note(
      `No question is worded like another level with a probability of ${least}; the surest reaches ${percent(doubts.surest)}.`,
    );
  }
  const verb =
    doubts.count === 1
      ? 'is worded like another level than it declares'
      : 'are worded like another level than they declare';
  return {
    severity: 'warning',
    text: `${numbered(doubts.count)} of ${numbered(questions, 'question')} ${verb}, with a probability of at least ${least}: worth a look, no verdict.`,
    next_step: `Read the rows, the surest first, and correct the levels that you would give otherwise. ${OR_DISMISS}`,
    count: flags.length,
    rows: {},
  };
}

function tellMoves({ doubts }: Verdicts): string | null {
  const moves = doubts.moves
    .flatMap((row, declared) => row.map((count, suggested) => ({ declared, suggested, count })))
    .sort((left, right) => right.count - left.count);
  const [most] = moves;
  if (most === undefined || most.count === 0 || doubts.count < 2) return null;
  return `${numbered(most.count)} of the ${numbered(doubts.count)} are declared ${levelName(most.declared)} and look ${levelName(most.suggested)}.`;
}

/** A share of fewer is chance. */
const MIN_CONFIDENT = 20;

function tellCalibration({ parameters }: Survey, { calibration }: Trial): string | null {
  const { questions, agreeing } = calibration.confident;
  if (agreeing === null || questions < MIN_CONFIDENT) return null;
  const least = percent(parameters.flag_confidence);
  return `Where a model was at least ${least} sure of a question it had not seen (${numbered(questions, 'time')}), it named the declared level in ${percent(agreeing)}.`;
}

function tellFeatures({ importance }: Verdicts): string | null {
  const parts = DIFFICULTY_LEVELS.flatMap((level) => {
    const named = importance.filter((one) => one.level === level).slice(0, 2);
    const signs = named.map(({ feature, effect }) => `${feature} (${decimal(Math.exp(effect))} times the odds)`);
    return signs.length === 0 ? [] : [`for ${levelName(level)} ${listNames(signs)}`];
  });
  return parts.length === 0 ? null : `Strongest signs: ${parts.join('; ')}.`;
}
