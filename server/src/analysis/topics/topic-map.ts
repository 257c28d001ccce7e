import { type Placed, pickPoints } from './clusters.ts';
import { NONE } from './features.ts';
import type { Points } from './k-means.ts';
import type { Grouped } from './labels.ts';
import { drawSample, seededRandom } from './random.ts';

export const MAP_POINTS = 1000;
const ROUNDS = 200;
/** So much the spread of all questions counts beside that of the groups: with two groups it gives the second axis. */
const ALL_QUESTIONS = 0.01;

export interface TopicMap {
  points: { question: number; group: number; x: number; y: number }[];
  /** How much of the spread of the groups' centres the two axes show; null where there is none. */
  shown: number | null;
}

/** A flat picture of a sample: the two directions in which the centres of the groups lie farthest apart. */
export function drawMap(placed: Placed, grouped: Grouped, centres: Float64Array, seed: number): TopicMap {
  const { dimensions, count } = placed.points;
  const between = spread(centresThere(centres, dimensions));
  const all = spread(placed.points);
  const matrix = between.map((value, index) => value + ALL_QUESTIONS * (all[index] ?? 0));
  const axes = mainAxes(matrix, dimensions, seed);
  const total = trace(between, dimensions);
  const seen = axes.reduce((sum, axis) => sum + alongAxis(between, axis), 0);
  const drawn = drawSample(count, MAP_POINTS, seed);
  const { coordinates } = pickPoints(placed.points, drawn);
  const points = [...drawn].map((point, position) => {
    const question = placed.questions[point] ?? 0;
    const at = coordinates.subarray(position * dimensions, (position + 1) * dimensions);
    const [x = 0, y = 0] = axes.map((axis) => rounded(product(axis, at)));
    return { question, group: grouped.of[question] ?? NONE, x, y };
  });
  return { points, shown: total > 0 ? Math.min(1, seen / total) : null };
}

/** Four decimals are finer than any screen; adding 0 makes 0 of a minus 0, which JSON does not know. */
const rounded = (value: number): number => Number(value.toFixed(4)) + 0;

/** Without those of groups that the sample has nothing of. */
function centresThere(centres: Float64Array, dimensions: number): Points {
  const coordinates: number[] = [];
  for (let at = 0; at < centres.length; at += dimensions) {
    const centre = centres.subarray(at, at + dimensions);
    if (centre.some((value) => value !== 0)) coordinates.push(...centre);
  }
  return { coordinates: Float64Array.from(coordinates), dimensions, count: coordinates.length / dimensions };
}

/** The covariances of points: how far they lie from their mean, and in which directions. */
function spread({ coordinates, dimensions, count }: Points): Float64Array {
  const mean = new Float64Array(dimensions);
  for (let index = 0; index < count * dimensions; index += 1) {
    const d = index % dimensions;
    mean[d] = (mean[d] ?? 0) + (coordinates[index] ?? 0) / count;
  }
  const matrix = new Float64Array(dimensions * dimensions);
  const away = new Float64Array(dimensions);
  for (let point = 0; point < count; point += 1) {
    for (let d = 0; d < dimensions; d += 1) away[d] = (coordinates[point * dimensions + d] ?? 0) - (mean[d] ?? 0);
    for (let i = 0; i < dimensions; i += 1) {
      const weight = (away[i] ?? 0) / count;
      for (let j = 0; j < dimensions; j += 1) {
        matrix[i * dimensions + j] = (matrix[i * dimensions + j] ?? 0) + weight * (away[j] ?? 0);
      }
    }
  }
  return matrix;
}

/** The two eigenvectors of the largest eigenvalues, by power iteration; each begins with its largest part positive. */
function mainAxes(matrix: Float64Array, dimensions: number, seed: number): Float64Array[] {
  const random = seededRandom(seed);
  const axes: Float64Array[] = [];
  while (axes.length < 2) {
    let axis = Float64Array.from({ length: dimensions }, () => random() - 0.5);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const earlier of axes) removeFrom(axis, earlier);
      const next = multiply(matrix, axis);
      const length = Math.sqrt(product(next, next));
      if (length === 0) break;
      axis = next.map((value) => value / length);
    }
    const largest = axis.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
    axes.push(largest < 0 ? axis.map((value) => -value) : axis);
  }
  return axes;
}

function removeFrom(axis: Float64Array, other: Float64Array): void {
  const shared = product(axis, other);
  for (let d = 0; d < axis.length; d += 1) axis[d] = (axis[d] ?? 0) - shared * (other[d] ?? 0);
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  return vector.map((_, row) => product(matrix.subarray(row * vector.length, (row + 1) * vector.length), vector));
}

function product(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < left.length; d += 1) sum += (left[d] ?? 0) * (right[d] ?? 0);
  return sum;
}

const alongAxis = (matrix: Float64Array, axis: Float64Array): number => product(axis, multiply(matrix, axis));

function trace(matrix: Float64Array, dimensions: number): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d += 1) sum += matrix[d * dimensions + d] ?? 0;
  return sum;
}
