import { seededRandom } from './random.ts';

/** Points of `dimensions` coordinates, one after another. */
export interface Points {
  coordinates: Float64Array;
  dimensions: number;
  count: number;
}

interface Clustering {
  k: number;
  /** The coordinates of the centres, one after another. */
  centres: Float64Array;
  /** The nearest centre of each point. */
  of: Uint8Array;
  /** The sum of squared distances between points and their centres. */
  withinSquares: number;
}

interface Effort {
  /** The number of starts, of which the best is kept. */
  starts: number;
  rounds: number;
}

/** k-means by Lloyd's algorithm from k-means++ starts. */
export function kMeans(points: Points, k: number, seed: number, { starts, rounds }: Effort): Clustering {
  const random = seededRandom(seed);
  let best: Clustering | null = null;
  for (let start = 0; start < starts; start += 1) {
    const clustering = improve(points, spreadCentres(points, k, random), rounds);
    if (best === null || clustering.withinSquares < best.withinSquares) best = clustering;
  }
  if (best === null) throw new RangeError('k-means needs at least one start');
  return best;
}

/** Moves the centres until no point changes its centre, or for `rounds` rounds. */
export function improve(points: Points, centres: Float64Array, rounds: number): Clustering {
  const clustering: Clustering = {
    k: centres.length / points.dimensions,
    centres,
    of: new Uint8Array(points.count),
    withinSquares: 0,
  };
  assign(points, clustering);
  for (let round = 0; round < rounds; round += 1) {
    moveCentres(points, clustering);
    if (!assign(points, clustering)) break;
  }
  return clustering;
}

/**
 * k-means++: each further centre is a point, chosen with a probability that grows with its distance from the existing
 * ones.
 */
function spreadCentres(points: Points, k: number, random: () => number): Float64Array {
  const { coordinates, dimensions, count } = points;
  const centres = new Float64Array(k * dimensions);
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let chosen = Math.floor(random() * count);
  for (let centre = 0; centre < k; centre += 1) {
    centres.set(coordinates.subarray(chosen * dimensions, (chosen + 1) * dimensions), centre * dimensions);
    let total = 0;
    for (let point = 0; point < count; point += 1) {
      const distance = squaredDistance(coordinates, point * dimensions, centres, centre * dimensions, dimensions);
      if (distance < (nearest[point] ?? 0)) nearest[point] = distance;
      total += nearest[point] ?? 0;
    }
    let left = random() * total;
    chosen = count - 1;
    for (let point = 0; point < count; point += 1) {
      left -= nearest[point] ?? 0;
      if (left >= 0) continue;
      chosen = point;
      break;
    }
  }
  return centres;
}

/** True if a point has changed its centre. */
function assign(points: Points, clustering: Clustering): boolean {
  const { coordinates, dimensions, count } = points;
  const lengths = halfSquares(clustering.centres, dimensions);
  let changed = false;
  clustering.withinSquares = 0;
  for (let point = 0; point < count; point += 1) {
    const at = point * dimensions;
    const centre = nearestCentre(coordinates, at, clustering.centres, lengths, dimensions);
    clustering.withinSquares += squaredDistance(coordinates, at, clustering.centres, centre * dimensions, dimensions);
    if (clustering.of[point] === centre) continue;
    clustering.of[point] = centre;
    changed = true;
  }
  return changed;
}

/** Half the squared length of each centre, with which products alone give the nearest one. */
export function halfSquares(centres: Float64Array, dimensions: number): Float64Array {
  const halves = new Float64Array(centres.length / dimensions);
  for (let index = 0; index < centres.length; index += 1) {
    const centre = Math.floor(index / dimensions);
    halves[centre] = (halves[centre] ?? 0) + (centres[index] ?? 0) ** 2 / 2;
  }
  return halves;
}

export function nearestCentre(
  coordinates: Float64Array,
  at: number,
  centres: Float64Array,
  halves: Float64Array,
  dimensions: number,
): number {
  let best = 0;
  let highest = Number.NEGATIVE_INFINITY;
  for (let centre = 0; centre < halves.length; centre += 1) {
    const score = product(coordinates, at, centres, centre * dimensions, dimensions) - (halves[centre] ?? 0);
    if (score <= highest) continue;
    highest = score;
    best = centre;
  }
  return best;
}

function product(left: Float64Array, from: number, right: Float64Array, to: number, dimensions: number): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d += 1) sum += (left[from + d] ?? 0) * (right[to + d] ?? 0);
  return sum;
}

/** A centre without points stays where it is. */
function moveCentres({ coordinates, dimensions, count }: Points, { k, centres, of }: Clustering): void {
  const sums = new Float64Array(centres.length);
  const sizes = new Uint32Array(k);
  for (let point = 0; point < count; point += 1) {
    const centre = of[point] ?? 0;
    sizes[centre] = (sizes[centre] ?? 0) + 1;
    for (let d = 0; d < dimensions; d += 1) {
      const index = centre * dimensions + d;
      sums[index] = (sums[index] ?? 0) + (coordinates[point * dimensions + d] ?? 0);
    }
  }
  for (let index = 0; index < sums.length; index += 1) {
    const size = sizes[Math.floor(index / dimensions)] ?? 0;
    if (size > 0) centres[index] = (sums[index] ?? 0) / size;
  }
}

function squaredDistance(
  left: Float64Array,
  from: number,
  right: Float64Array,
  to: number,
  dimensions: number,
): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d += 1) sum += ((left[from + d] ?? 0) - (right[to + d] ?? 0)) ** 2;
  return sum;
}
