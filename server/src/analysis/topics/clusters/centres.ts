import { NONE } from '../terms/features.ts';
import type { Grouped } from '../terms/labels.ts';
import type { Placed } from './clusters.ts';

/** The mean position of each group in the sample; zeros if the sample has no question of it. */
export function groupCentres({ questions, points }: Placed, { of, names }: Grouped): Float64Array {
  const { coordinates, dimensions } = points;
  const centres = new Float64Array(names.length * dimensions);
  const sizes = new Uint32Array(names.length);
  for (const [point, question] of questions.entries()) {
    const group = of[question] ?? NONE;
    if (group === NONE) continue;
    sizes[group] = (sizes[group] ?? 0) + 1;
    for (let d = 0; d < dimensions; d += 1) {
      const index = group * dimensions + d;
      centres[index] = (centres[index] ?? 0) + (coordinates[point * dimensions + d] ?? 0);
    }
  }
  for (let index = 0; index < centres.length; index += 1) {
    centres[index] = (centres[index] ?? 0) / Math.max(1, sizes[Math.floor(index / dimensions)] ?? 0);
  }
  return centres;
}

/** The sample questions nearest to the direction of the centre of each given group, nearest first. */
export function findExemplars(
  { questions, points }: Placed,
  { of, names }: Grouped,
  centres: Float64Array,
  limit: number,
): number[][] {
  const { coordinates, dimensions } = points;
  const best = names.map((): { question: number; score: number }[] => []);
  for (const [point, question] of questions.entries()) {
    const group = of[question] ?? NONE;
    const list = best[group];
    if (list === undefined) continue;
    let score = 0;
    for (let d = 0; d < dimensions; d += 1) {
      score += (coordinates[point * dimensions + d] ?? 0) * (centres[group * dimensions + d] ?? 0);
    }
    if (list.length === limit && score <= (list.at(-1)?.score ?? 0)) continue;
    list.push({ question, score });
    list.sort((left, right) => right.score - left.score || left.question - right.question);
    if (list.length > limit) list.pop();
  }
  return best.map((list) => list.map(({ question }) => question));
}
