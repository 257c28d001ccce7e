import type { SparseRow, SparseRows } from '../terms/sparse-rows.ts';
import { normalise } from '../terms/tf-idf.ts';
import { seededRandom } from './random.ts';

/** With 64, the clusters of 61,422 questions were no better and took four times as long. */
export const DIMENSIONS = 32;
const ROUNDS = 3;

/** The few directions in which the vectors of questions vary most; co-occurring words share them. */
interface LatentSpace {
  /** Writes the position of a question, a vector of length 1 (or zeros), into `into`. */
  place: (row: SparseRow, into: Float64Array) => void;
}

/**
 * Latent semantic analysis by subspace iteration: a random basis is multiplied with the transposed sample matrix and
 * with the matrix itself, and orthonormalised, a few times. The basis converges to the directions of the largest
 * singular values; distances do not depend on which is which, so no singular value decomposition is needed.
 */
export function learnLatentSpace(rows: SparseRows, features: number, seed: number): LatentSpace {
  const random = seededRandom(seed);
  const basis = new Float32Array(features * DIMENSIONS);
  for (let index = 0; index < basis.length; index += 1) basis[index] = random() < 0.5 ? -1 : 1;
  orthonormalise(basis);
  for (let round = 0; round < ROUNDS; round += 1) turn(basis, rows);
  return { place: (row, into) => project(basis, row, into) };
}

/** One step: basis = orthonormal of (transposed matrix x matrix x basis). */
function turn(basis: Float32Array, { count, features, weights, starts }: SparseRows): void {
  const turned = new Float64Array(basis.length);
  const place = new Float64Array(DIMENSIONS);
  for (let row = 0; row < count; row += 1) {
    const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    place.fill(0);
    for (let entry = from; entry < to; entry += 1) {
      const [offset, weight] = [(features[entry] ?? 0) * DIMENSIONS, weights[entry] ?? 0];
      for (let d = 0; d < DIMENSIONS; d += 1) place[d] = (place[d] ?? 0) + weight * (basis[offset + d] ?? 0);
    }
    for (let entry = from; entry < to; entry += 1) {
      const [offset, weight] = [(features[entry] ?? 0) * DIMENSIONS, weights[entry] ?? 0];
      for (let d = 0; d < DIMENSIONS; d += 1) turned[offset + d] = (turned[offset + d] ?? 0) + weight * (place[d] ?? 0);
    }
  }
  basis.set(turned);
  orthonormalise(basis);
}

/** A column with hardly any component of its own is dropped: there are fewer directions than dimensions. */
const NOTHING = 1e-10;

/** Orthonormalises the columns by a Cholesky decomposition of their products; twice, because once leaves errors. */
function orthonormalise(basis: Float32Array): void {
  for (let pass = 0; pass < 2; pass += 1) divideBy(basis, decompose(columnProducts(basis)));
}

function columnProducts(basis: Float32Array): Float64Array {
  const products = new Float64Array(DIMENSIONS * DIMENSIONS);
  for (let offset = 0; offset < basis.length; offset += DIMENSIONS) {
    for (let i = 0; i < DIMENSIONS; i += 1) {
      const left = basis[offset + i] ?? 0;
      if (left === 0) continue;
      const line = i * DIMENSIONS;
      for (let j = 0; j <= i; j += 1) products[line + j] = (products[line + j] ?? 0) + left * (basis[offset + j] ?? 0);
    }
  }
  return products;
}

/** The lower triangle L of products = L x transposed L, in place; a diagonal of 0 marks a column to drop. */
function decompose(products: Float64Array): Float64Array {
  const at = (i: number, j: number) => products[i * DIMENSIONS + j] ?? 0;
  for (let i = 0; i < DIMENSIONS; i += 1) {
    const before = at(i, i);
    for (let j = 0; j <= i; j += 1) {
      let rest = at(i, j);
      for (let d = 0; d < j; d += 1) rest -= at(i, d) * at(j, d);
      const pivot = at(j, j);
      if (i === j) products[i * DIMENSIONS + i] = rest > NOTHING * before ? Math.sqrt(rest) : 0;
      else products[i * DIMENSIONS + j] = pivot === 0 ? 0 : rest / pivot;
    }
  }
  return products;
}

/** Solves each row of the basis against the triangle. */
function divideBy(basis: Float32Array, triangle: Float64Array): void {
  const solved = new Float64Array(DIMENSIONS);
  for (let offset = 0; offset < basis.length; offset += DIMENSIONS) {
    for (let i = 0; i < DIMENSIONS; i += 1) {
      const pivot = triangle[i * DIMENSIONS + i] ?? 0;
      let rest = basis[offset + i] ?? 0;
      for (let j = 0; j < i; j += 1) rest -= (triangle[i * DIMENSIONS + j] ?? 0) * (solved[j] ?? 0);
      solved[i] = pivot === 0 ? 0 : rest / pivot;
    }
    basis.set(solved, offset);
  }
}

function project(basis: Float32Array, { features, weights }: SparseRow, into: Float64Array): void {
  into.fill(0);
  for (let entry = 0; entry < features.length; entry += 1) {
    const [offset, weight] = [(features[entry] ?? 0) * DIMENSIONS, weights[entry] ?? 0];
    for (let d = 0; d < DIMENSIONS; d += 1) into[d] = (into[d] ?? 0) + weight * (basis[offset + d] ?? 0);
  }
  normalise(into);
}
