import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import { Numbering } from '../../corpus/chunk.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import type { Sample } from './sample.ts';

const LEVELS = DIFFICULTY_LEVELS.length;

/**
 * Guesses the level of a question from its category and topic without reading it: the most frequent level of the same
 * category and topic in the other folds. The category decides if the topic is new or a tie, then all questions.
 */
export function guessByLabels({ categories, topics }: Corpus, sample: Sample, folds: number): Uint8Array {
  const numbering = new Numbering<number>();
  const categoryOf = Uint32Array.from(sample.questions, (question) => categories.of[question] ?? 0);
  const cellOf = sample.questions.map((question, index) =>
    numbering.numberOf((categoryOf[index] ?? 0) * topics.names.length + (topics.of[question] ?? 0)),
  );
  const guesses = new Uint8Array(sample.questions.length);
  for (let fold = 0; fold < folds; fold += 1) {
    const byCell = countOthers(sample, cellOf, numbering.names.length, fold);
    const byCategory = countOthers(sample, categoryOf, categories.names.length, fold);
    const all = countOthers(sample, new Uint32Array(sample.questions.length), 1, fold);
    for (let index = 0; index < guesses.length; index += 1) {
      if (sample.folds[index] !== fold) continue;
      const inCategory = addShares(countsOf(byCategory, categoryOf[index] ?? 0), countsOf(all, 0));
      guesses[index] = highest(addShares(countsOf(byCell, cellOf[index] ?? 0), inCategory));
    }
  }
  return guesses;
}

/** Counts the questions of each group and level outside a fold. */
function countOthers({ levels, folds }: Sample, groupOf: Uint32Array, groups: number, fold: number): Float64Array {
  const counts = new Float64Array(LEVELS * groups);
  for (let index = 0; index < groupOf.length; index += 1) {
    if (folds[index] === fold) continue;
    const at = LEVELS * (groupOf[index] ?? 0) + (levels[index] ?? 0);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

function countsOf(counts: Float64Array, group: number): Float64Array {
  return counts.subarray(LEVELS * group, LEVELS * (group + 1));
}

/** The wider group weighs as much as one question, so it only breaks ties. */
function addShares(counts: Float64Array, wider: Float64Array): Float64Array {
  const total = wider.reduce((sum, count) => sum + count, 0);
  return counts.map((count, level) => count + (total === 0 ? 0 : (wider[level] ?? 0) / total));
}

/** Ties go to the lowest level. */
function highest(counts: Float64Array): number {
  return counts.indexOf(Math.max(...counts));
}
