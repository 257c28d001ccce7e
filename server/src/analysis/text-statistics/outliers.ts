import { describeValues } from './distribution.ts';
import { countedValues, type Histogram } from './histogram.ts';
import type { Field, TextStatisticsParameters } from './parameters.ts';
import { type GroupPartial, MEASURES, type Measure } from './partial.ts';

export interface Outlier {
  question_id: string;
  version: number;
  field: Field;
  measure: Measure;
  value: number;
  z: number;
}

export interface Outliers {
  /** How many there are; exact, also where not all of them were kept. */
  count: number;
  /** Those that were kept, the most extreme first. */
  kept: Outlier[];
  /** Groups, fields and measures in which all values are the same, so that nothing can stand out. */
  flat: number;
}

/** Lengths at least `outlier_z` standard deviations from the mean of their group. */
export function findOutliers(groups: readonly GroupPartial[], parameters: TextStatisticsParameters): Outliers {
  const found: Outliers = { count: 0, kept: [], flat: 0 };
  for (const group of groups) {
    for (const [position, field] of parameters.fields.entries()) {
      for (const [offset, measure] of MEASURES.entries()) {
        const histogram = group.fields[position]?.[measure] ?? {};
        const score = scoreBy(histogram);
        if (score === null) {
          found.flat += 1;
          continue;
        }
        const isOutlier = (value: number) => Math.abs(score(value)) >= parameters.outlier_z;
        for (const [value, count] of countedValues(histogram)) if (isOutlier(value)) found.count += count;
        const { ids, versions, values } = group.candidates;
        for (const [candidate, value] of (values[position * MEASURES.length + offset] ?? []).entries()) {
          if (!isOutlier(value)) continue;
          const [question_id = '', version = 0] = [ids[candidate], versions[candidate]];
          found.kept.push({ question_id, version, field, measure, value, z: score(value) });
        }
      }
    }
  }
  found.kept.sort((left, right) => Math.abs(right.z) - Math.abs(left.z));
  return found;
}

/** The z-score of a value; null when nothing varies. */
function scoreBy(histogram: Histogram): ((value: number) => number) | null {
  const { mean, sd } = describeValues(countedValues(histogram), []);
  return mean === null || sd === null || sd === 0 ? null : (value) => (value - mean) / sd;
}
