import { MAX_K, MIN_K, type TopicsParameters } from '../parameters.ts';
import { NONE } from '../terms/features.ts';
import { collectRows, createWeigher, type SparseRows } from '../terms/sparse-rows.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';
import { halfSquares, improve, kMeans, nearestCentre, type Points } from './k-means.ts';
import { DIMENSIONS, learnLatentSpace } from './latent-space.ts';
import { drawSample } from './random.ts';
import { distances, meanSilhouette } from './silhouette.ts';

/** Questions of the sample with their positions; questions without terms have none. */
export interface Placed {
  questions: Uint32Array;
  points: Points;
}

export interface Clusters {
  /** The cluster of each question, 0 being the largest; -1 if it has no terms. */
  of: Int32Array;
  k: number;
  /** Mean silhouette of the clustering on a sample; null if undefined. */
  silhouette: number | null;
  placed: Placed;
}

/** k-means for many k, and a silhouette for each, must take only seconds. */
const TRIAL_POINTS = 5000;
const TRIAL_EFFORT = { starts: 1, rounds: 10 };
const SILHOUETTE_POINTS = 1500;
export const CANDIDATES = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, MAX_K];
const START_EFFORT = { starts: 3, rounds: 15 };
const ROUNDS = 5;

/** Null if fewer than two questions have terms. */
export function findClusters(vocabulary: Vocabulary, count: number, parameters: TopicsParameters): Clusters | null {
  const { seed } = parameters;
  const weigher = createWeigher(vocabulary, count);
  const sample = drawSample(count, parameters.sample, seed);
  const rows = collectRows(weigher, sample);
  const space = learnLatentSpace(rows, weigher.features, seed);
  const placed = placeSample(rows, sample, space.place);
  if (placed.points.count < MIN_K) return null;
  const trial = pickPoints(placed.points, drawSample(placed.points.count, TRIAL_POINTS, seed));
  const { k, silhouette } = chooseK(trial, placed.points.count, parameters);
  const start = kMeans(trial, k, seed, START_EFFORT);
  const { centres } = improve(placed.points, start.centres, ROUNDS);
  const halves = halfSquares(centres, DIMENSIONS);
  const place = new Float64Array(DIMENSIONS);
  const of = new Int32Array(count).fill(NONE);
  for (let question = 0; question < count; question += 1) {
    const row = weigher.weigh(question);
    if (row.features.length === 0) continue;
    space.place(row, place);
    of[question] = nearestCentre(place, 0, centres, halves, DIMENSIONS);
  }
  return { k: numberBySize(of, k), of, silhouette, placed };
}

type Place = ReturnType<typeof learnLatentSpace>['place'];

function placeSample({ starts, features, weights }: SparseRows, sample: Uint32Array, place: Place): Placed {
  const filled = [...sample.keys()].filter((row) => (starts[row] ?? 0) < (starts[row + 1] ?? 0));
  const coordinates = new Float64Array(filled.length * DIMENSIONS);
  for (const [position, row] of filled.entries()) {
    const [from, to] = [starts[row], starts[row + 1]];
    const vector = {
      features: Int32Array.from(features.subarray(from, to)),
      weights: Float64Array.from(weights.subarray(from, to)),
    };
    place(vector, coordinates.subarray(position * DIMENSIONS, (position + 1) * DIMENSIONS));
  }
  return {
    questions: Uint32Array.from(filled, (row) => sample[row] ?? 0),
    points: { coordinates, dimensions: DIMENSIONS, count: filled.length },
  };
}

function pickPoints({ coordinates, dimensions }: Points, picked: Uint32Array): Points {
  const points = { coordinates: new Float64Array(picked.length * dimensions), dimensions, count: picked.length };
  for (const [position, point] of picked.entries()) {
    points.coordinates.set(coordinates.subarray(point * dimensions, (point + 1) * dimensions), position * dimensions);
  }
  return points;
}

type Chosen = Pick<Clusters, 'k' | 'silhouette'>;

/**
 * The silhouette of short texts hardly ever stops rising: pairs of near duplicates would win. So the number of clusters
 * is at most the root of n / 2, which makes clusters larger as the bank grows.
 */
export const largestK = (questions: number): number =>
  Math.min(MAX_K, Math.max(MIN_K, Math.floor(Math.sqrt(questions / 2))));

/** The requested number, or the candidate whose clusters are most distinct. */
function chooseK(trial: Points, questions: number, { k, seed }: TopicsParameters): Chosen {
  const most = largestK(questions);
  const judged = drawSample(trial.count, SILHOUETTE_POINTS, seed);
  const between = distances(pickPoints(trial, judged));
  const candidates = k === 'auto' ? CANDIDATES.filter((one) => one <= most) : [Math.min(k, questions)];
  let best: Chosen = { k: MIN_K, silhouette: null };
  for (const candidate of candidates) {
    const { of } = kMeans(trial, candidate, seed, TRIAL_EFFORT);
    const silhouette = meanSilhouette(
      between,
      Uint8Array.from(judged, (point) => of[point] ?? 0),
      candidate,
    );
    if (best.silhouette === null || (silhouette ?? -1) > best.silhouette) best = { k: candidate, silhouette };
  }
  return best;
}

/** Renumbers the clusters in place by size, largest first; returns how many have questions. */
function numberBySize(of: Int32Array, k: number): number {
  const sizes = new Uint32Array(k);
  for (const cluster of of) if (cluster !== NONE) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  const order = [...sizes.keys()].sort((left, right) => (sizes[right] ?? 0) - (sizes[left] ?? 0) || left - right);
  const numbers = new Int32Array(k);
  for (const [number, cluster] of order.entries()) numbers[cluster] = number;
  for (let question = 0; question < of.length; question += 1) {
    const cluster = of[question] ?? NONE;
    if (cluster !== NONE) of[question] = numbers[cluster] ?? 0;
  }
  return sizes.filter((size) => size > 0).length;
}
