import type { Warning } from '../analysis-type.ts';
import { warnOfCapped } from '../duplicates/warnings.ts';
import { DIMENSION_NAMES, listNames, numbered } from '../wording.ts';
import { MAX_PAIRS } from './rows.ts';
import { isOneSided, type Survey } from './survey.ts';

/** Shares and medians of fewer questions are largely due to chance; a convention. */
const FEW_QUESTIONS = 30;

/** `pairs` is the total number of pairs. */
export function listWarnings(survey: Survey, pairs: number): Warning[] {
  return [...warnOfSizes(survey), ...warnOfOverlap(survey), ...warnOfStatistics(survey), ...warnOfCuts(survey, pairs)];
}

function warnOfSizes({ sizes }: Survey): Warning[] {
  const warnings: Warning[] = [];
  for (const [name, size] of [
    ['A', sizes.a],
    ['B', sizes.b],
  ] as const) {
    if (size === 0) {
      const message = `Set ${name} has no questions, so everything that compares the sets is null or empty.`;
      warnings.push({ code: 'empty_set', message, count: 1 });
    } else if (size < FEW_QUESTIONS) {
      const message = `Set ${name} has ${numbered(size, 'question')}: with fewer than ${FEW_QUESTIONS}, shares and medians are largely due to chance.`;
      warnings.push({ code: 'small_set', message, count: size });
    }
  }
  return warnings;
}

function warnOfOverlap({ sizes, overlap }: Survey): Warning[] {
  const warnings: Warning[] = [];
  if (overlap.sameIds > 0 && overlap.sameIds < Math.max(sizes.a, sizes.b)) {
    const message = `${numbered(overlap.sameIds, 'question is', 'questions are')} in both sets, counted on both sides, which makes the sets look more alike.`;
    warnings.push({ code: 'sets_overlap', message, count: overlap.sameIds });
  }
  return warnings;
}

function warnOfStatistics(survey: Survey): Warning[] {
  // Empty sets already have a warning.
  if (isOneSided(survey)) return [];
  const { dimensions, features, terms, sizes } = survey;
  const warnings: Warning[] = [];
  const single = dimensions.filter(({ cramers_v }) => cramers_v === null);
  if (single.length > 0) {
    const names = single.map(({ dimension }) => DIMENSION_NAMES[dimension].one);
    const message = `Cramér's V is undefined for ${listNames(names)}: both sets have only one value, the same.`;
    warnings.push({ code: 'association_undefined', message, count: single.length });
  }
  const grade = features.find(({ feature }) => feature === 'flesch_kincaid_grade');
  const unread = sizes.a + sizes.b - (grade?.n_a ?? 0) - (grade?.n_b ?? 0);
  if (unread > 0) {
    const undefinedPart = grade?.cliffs_delta === null ? ' One set has no others, so grades are not compared.' : '';
    const message = `${numbered(unread, 'question is', 'questions are')} not in English or ${unread === 1 ? 'has' : 'have'} no words, so the Flesch-Kincaid grade leaves them out.${undefinedPart}`;
    warnings.push({ code: 'not_english', message, count: unread });
  }
  if (terms.words_a === 0 || terms.words_b === 0) {
    warnings.push({
      code: 'no_words',
      message: 'One set has no words, so words cannot distinguish the sets.',
      count: 1,
    });
  }
  return warnings;
}

function warnOfCuts({ parameters, dimensions, near }: Survey, pairs: number): Warning[] {
  const warnings: Warning[] = [];
  for (const { dimension, values } of dimensions) {
    const cut = values.length - parameters.top_n;
    if (dimension === 'difficulty' || cut <= 0) continue;
    const message = `${numbered(parameters.top_n)} of ${numbered(values.length)} ${DIMENSION_NAMES[dimension].many} are listed, those that differ most.`;
    warnings.push({ code: 'list_cut', message, count: cut });
  }
  if (pairs > MAX_PAIRS) {
    const message = `Rows are kept for ${numbered(MAX_PAIRS)} of ${numbered(pairs)} pairs; all are counted.`;
    warnings.push({ code: 'rows_cut', message, count: pairs - MAX_PAIRS });
  }
  return near === null ? warnings : [...warnings, ...warnOfCapped(near.capped)];
}
