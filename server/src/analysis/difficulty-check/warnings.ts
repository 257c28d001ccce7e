import type { SentenceValues } from '../../domain/sentences/write.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { type Warning, warning } from '../warning.ts';
import { MAX_ITEMS } from './result-schema.ts';
import { shortageOf } from './shortage.ts';
import type { Survey } from './survey.ts';
import { inPoints } from './wording.ts';

export function listWarnings(survey: Survey): Warning[] {
  return [
    ...warnOfObstacle(survey),
    ...warnOfTrial(survey),
    ...warnOfCuts(survey),
    ...warnOfDismissed(survey.verdicts?.doubts.dismissed ?? 0),
  ];
}

const warn = (code: string, count: number, values: SentenceValues = {}) =>
  warning(code, `difficulty_check.${code}`, count, values);

function warnOfObstacle(survey: Survey): Warning[] {
  const { obstacle, majority, distinctTexts, sampled } = survey;
  if (obstacle === null) return [];
  if (obstacle === 'one_level') return [warn('one_level', sampled, { level: majority })];
  return [warn('too_few', distinctTexts, shortageOf(survey))];
}

function warnOfTrial({ trial, verdicts, sampled }: Survey): Warning[] {
  if (trial === null) return [];
  const warnings: Warning[] = [];
  if (verdicts === null) {
    const [low, high] = [inPoints(trial.skill.low), inPoints(trial.skill.high)];
    warnings.push(warn('no_skill', sampled, { low, high }));
  }
  if (trial.agreement.spearman === null) warnings.push(warn('correlation_undefined', 1));
  if (trial.unconverged > 0) warnings.push(warn('not_converged', trial.unconverged, { models: trial.unconverged }));
  return warnings;
}

function warnOfCuts({ verdicts, questions, sampled }: Survey): Warning[] {
  const warnings: Warning[] = [];
  if (sampled < questions) warnings.push(warn('sampled', questions - sampled, { sampled, questions }));
  const cut = (verdicts?.doubts.count ?? 0) - MAX_ITEMS;
  if (cut > 0) warnings.push(warn('items_capped', cut, { shown: MAX_ITEMS }));
  return warnings;
}
