import { noCandidates } from './counts/candidates.ts';
import { nearestRank } from './counts/distribution.ts';
import { type Counted, countedValues, type Histogram } from './counts/histogram.ts';
import type { Field, TextStatisticsParameters } from './parameters.ts';
import type { GroupPartial } from './partial.ts';

export const DIRECTIONS = ['long', 'short'] as const;
type Direction = (typeof DIRECTIONS)[number];

export interface Outlier {
  question_id: string;
  version: number;
  field: Field;
  direction: Direction;
  characters: number;
  /** The median length of its group. */
  usual: number;
  z: number;
}

/** Exact counts, including outliers that were not kept. */
type OutlierCounts = Record<Field, Record<Direction, number>>;

export interface Outliers {
  count: number;
  counts: OutlierCounts;
  /** The kept outliers, most extreme first. */
  kept: Outlier[];
  /** The number of dismissed outliers, which count nowhere else. */
  dismissed: number;
  /** The number of groups and fields in which all lengths are equal, so that nothing can stand out. */
  flat: number;
}

/**
 * A text of 50 characters among many of 40 is fine, however similar those are, and so is "What is a burgee?" among
 * texts of 65.
 */
export const MIN_FACTOR = 4;

/**
 * Lengths far from the usual one of their group. Lengths are skewed: on a linear scale the longest are 46 standard
 * deviations away and one in fourteen is an outlier. So their logarithms are compared with the median and the median
 * deviation, which the outliers themselves do not affect.
 */
export function findOutliers(groups: readonly GroupPartial[], parameters: TextStatisticsParameters): Outliers {
  const counts: OutlierCounts = { question_text: { long: 0, short: 0 }, correct_answer: { long: 0, short: 0 } };
  const found: Outliers = { count: 0, counts, kept: [], dismissed: 0, flat: 0 };
  for (const group of groups) {
    for (const [position, field] of parameters.fields.entries()) {
      const histogram = group.fields[position]?.chars ?? {};
      const scale = scaleOf(histogram);
      if (scale === null) {
        found.flat += 1;
        continue;
      }
      const judge = (characters: number) => judgeLength(characters, scale, parameters.outlier_z);
      for (const [characters, count] of countedValues(histogram)) {
        const direction = judge(characters);
        if (direction !== null) counts[field][direction] += count;
      }
      const isDismissed = (marked: number) => ((group.marked?.dismissed[marked] ?? 0) & (1 << position)) !== 0;
      for (const [{ ids, versions, values }, isLeftOut] of [
        [group.candidates, () => false],
        [group.marked ?? noCandidates(0), isDismissed],
      ] as const) {
        for (const [candidate, characters] of (values[position] ?? []).entries()) {
          const direction = judge(characters);
          if (direction === null) continue;
          if (isLeftOut(candidate)) {
            counts[field][direction] -= 1;
            found.dismissed += 1;
            continue;
          }
          const [question_id = '', version = 0] = [ids[candidate], versions[candidate]];
          const z = scoreLength(characters, scale);
          found.kept.push({ question_id, version, field, direction, characters, usual: scale.median, z });
        }
      }
    }
  }
  for (const { long, short } of Object.values(counts)) found.count += long + short;
  found.kept.sort((left, right) => Math.abs(right.z) - Math.abs(left.z));
  return found;
}

interface Scale {
  median: number;
  /** The deviation of ln(1 + length), equal to the standard deviation for a normal distribution. */
  deviation: number;
}

const scoreLength = (characters: number, { median, deviation }: Scale): number =>
  (Math.log1p(characters) - Math.log1p(median)) / deviation;

function judgeLength(characters: number, scale: Scale, least: number): Direction | null {
  const z = scoreLength(characters, scale);
  if (z >= least && characters >= MIN_FACTOR * scale.median) return 'long';
  if (z <= -least && MIN_FACTOR * characters <= scale.median) return 'short';
  return null;
}

/**
 * For a normal distribution: the standard deviation relative to the median, and to the mean, of distances from the
 * middle.
 */
const BY_MEDIAN = 1.4826;
const BY_MEAN = 1.2533;

/**
 * Null if nothing varies. If more than half have one length, the mean distance is used instead (Iglewicz and Hoaglin).
 */
function scaleOf(histogram: Histogram): Scale | null {
  const counted = countedValues(histogram);
  const n = counted.reduce((sum, [, count]) => sum + count, 0);
  const median = nearestRank(counted, n, 50) ?? 0;
  const distances = counted
    .map(([value, count]): Counted => [Math.abs(Math.log1p(value) - Math.log1p(median)), count])
    .sort(([left], [right]) => left - right);
  const mean = distances.reduce((sum, [distance, count]) => sum + distance * count, 0) / n;
  const deviation = BY_MEDIAN * (nearestRank(distances, n, 50) ?? 0) || BY_MEAN * mean;
  return deviation > 0 ? { median, deviation } : null;
}
