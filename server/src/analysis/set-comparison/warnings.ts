import type { SentenceValues } from '../../domain/sentences/write.ts';
import { warnOfCapped } from '../duplicates/warnings.ts';
import { type Warning, warning } from '../warning.ts';
import { MAX_PAIRS } from './rows.ts';
import { isOneSided, type Survey } from './survey.ts';

/** Shares and medians of fewer questions are largely due to chance; a convention. */
const FEW_QUESTIONS = 30;

const warn = (code: string, count: number, values: SentenceValues = {}) =>
  warning(code, `set_comparison.${code}`, count, values);

/** `pairs` is the total number of pairs. */
export function listWarnings(survey: Survey, pairs: number): Warning[] {
  return [...warnOfSizes(survey), ...warnOfOverlap(survey), ...warnOfStatistics(survey), ...warnOfCuts(survey, pairs)];
}

function warnOfSizes({ sizes }: Survey): Warning[] {
  return (['a', 'b'] as const).flatMap((side) => {
    const questions = sizes[side];
    const letter = side.toUpperCase();
    if (questions === 0) return [warn('empty_set', 1, { letter })];
    return questions < FEW_QUESTIONS ? [warn('small_set', questions, { letter, questions, few: FEW_QUESTIONS })] : [];
  });
}

function warnOfOverlap({ sizes, overlap: { sameIds } }: Survey): Warning[] {
  const isPart = sameIds > 0 && sameIds < Math.max(sizes.a, sizes.b);
  return isPart ? [warn('sets_overlap', sameIds, { questions: sameIds })] : [];
}

function warnOfStatistics(survey: Survey): Warning[] {
  // Empty sets already have a warning.
  if (isOneSided(survey)) return [];
  const { dimensions, features, terms, sizes } = survey;
  const warnings: Warning[] = [];
  const single = dimensions.filter(({ cramers_v }) => cramers_v === null).map(({ dimension }) => dimension);
  if (single.length > 0) warnings.push(warn('association_undefined', single.length, { dimensions: single }));
  const grade = features.find(({ feature }) => feature === 'flesch_kincaid_grade');
  const unread = sizes.a + sizes.b - (grade?.n_a ?? 0) - (grade?.n_b ?? 0);
  const compared = grade?.cliffs_delta !== null;
  if (unread > 0) warnings.push(warn('not_english', unread, { questions: unread, compared }));
  if (terms.words_a === 0 || terms.words_b === 0) warnings.push(warn('no_words', 1));
  return warnings;
}

function warnOfCuts({ parameters, dimensions, near }: Survey, pairs: number): Warning[] {
  const warnings: Warning[] = [];
  for (const { dimension, values } of dimensions) {
    const cut = values.length - parameters.top_n;
    if (dimension === 'difficulty' || cut <= 0) continue;
    warnings.push(warn('list_cut', cut, { shown: parameters.top_n, all: values.length, dimension }));
  }
  if (pairs > MAX_PAIRS) warnings.push(warn('rows_cut', pairs - MAX_PAIRS, { shown: MAX_PAIRS, pairs }));
  return near === null ? warnings : [...warnings, ...warnOfCapped(near.capped)];
}
