import type { Warning } from '../analysis-type.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { levelName, numbered } from '../wording.ts';
import { MAX_ITEMS } from './result-schema.ts';
import { describeShortage } from './shortage.ts';
import type { Survey } from './survey.ts';
import { inPoints, points } from './wording.ts';

export function listWarnings(survey: Survey): Warning[] {
  return [
    ...warnOfObstacle(survey),
    ...warnOfTrial(survey),
    ...warnOfCuts(survey),
    ...warnOfDismissed(survey.verdicts?.doubts.dismissed ?? 0),
  ];
}

function warnOfObstacle(survey: Survey): Warning[] {
  const { obstacle, majority, distinctTexts, sampled } = survey;
  if (obstacle === null) return [];
  if (obstacle === 'one_level') {
    const message = `All questions are declared ${levelName(majority)}: there is no other level to learn from.`;
    return [{ code: 'one_level', message, count: sampled }];
  }
  return [{ code: 'too_few', message: `Too few to learn from: ${describeShortage(survey)}.`, count: distinctTexts }];
}

function warnOfTrial({ trial, verdicts, sampled }: Survey): Warning[] {
  if (trial === null) return [];
  const warnings: Warning[] = [];
  if (verdicts === null) {
    const interval = `${inPoints(trial.skill.low)} to ${points(trial.skill.high)}`;
    const message = `The texts do not predict levels measurably better than category and topic (95% interval of the difference ${interval}), so nothing is flagged.`;
    warnings.push({ code: 'no_skill', message, count: sampled });
  }
  if (trial.agreement.spearman === null) {
    const message = 'The model places all questions at one level, so there is no rank correlation.';
    warnings.push({ code: 'correlation_undefined', message, count: 1 });
  }
  if (trial.unconverged > 0) {
    const message = `${numbered(trial.unconverged, 'model')} did not converge.`;
    warnings.push({ code: 'not_converged', message, count: trial.unconverged });
  }
  return warnings;
}

function warnOfCuts({ verdicts, questions, sampled }: Survey): Warning[] {
  const warnings: Warning[] = [];
  if (sampled < questions) {
    const message = `The model learnt from ${numbered(sampled)} of ${numbered(questions, 'question')}; agreement and skill refer to these.`;
    warnings.push({ code: 'sampled', message, count: questions - sampled });
  }
  const cut = (verdicts?.doubts.count ?? 0) - MAX_ITEMS;
  if (cut > 0) {
    const message = `Only the ${numbered(MAX_ITEMS)} most probable of the flagged questions are listed.`;
    warnings.push({ code: 'items_capped', message, count: cut });
  }
  return warnings;
}
