import { levelName, numbered } from '../wording.ts';
import { MIN_OF_LEVEL, MIN_TEXTS, type Survey } from './survey.ts';

/** What there is too little of, and how much it takes. */
export function tellShortage({ levels, distinctTexts }: Survey): string {
  const thin = levels.flatMap((count, level) =>
    count > 0 && count < MIN_OF_LEVEL ? [`${levelName(level)} has ${numbered(count, 'question')}`] : [],
  );
  const have = thin.length > 0 ? thin.join(', ') : `there ${are(distinctTexts)}`;
  return `${have}, where it takes ${MIN_TEXTS} different texts and ${MIN_OF_LEVEL} questions of each level in use`;
}

function are(texts: number): string {
  return texts === 1 ? 'is 1 text' : `are ${numbered(texts)} different texts`;
}
