import { levelName, numbered } from '../wording.ts';
import { MIN_PER_LEVEL, MIN_TEXTS, type Survey } from './survey.ts';

/** The data that a check lacks, and the amount that it needs. */
export function describeShortage({ levels, distinctTexts }: Survey): string {
  const thin = levels.flatMap((count, level) =>
    count > 0 && count < MIN_PER_LEVEL ? [`${levelName(level)} has ${numbered(count, 'question')}`] : [],
  );
  const have = thin.length > 0 ? thin.join(', ') : `there ${are(distinctTexts)}`;
  return `${have}; ${MIN_TEXTS} different texts and ${MIN_PER_LEVEL} questions of each level in use are needed`;
}

function are(texts: number): string {
  return texts === 1 ? 'is 1 text' : `are ${numbered(texts)} different texts`;
}
