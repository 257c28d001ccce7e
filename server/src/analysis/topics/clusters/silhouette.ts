import type { Points } from './k-means.ts';

/** Distances between all points, computed once for all clusterings to be judged. */
export function distances({ coordinates, dimensions, count }: Points): Float32Array {
  const between = new Float32Array(count * count);
  for (let left = 0; left < count; left += 1) {
    for (let right = 0; right < left; right += 1) {
      let sum = 0;
      for (let d = 0; d < dimensions; d += 1) {
        sum += ((coordinates[left * dimensions + d] ?? 0) - (coordinates[right * dimensions + d] ?? 0)) ** 2;
      }
      const distance = Math.sqrt(sum);
      between[left * count + right] = distance;
      between[right * count + left] = distance;
    }
  }
  return between;
}

/**
 * Rousseeuw's mean silhouette: (b - a) / max(a, b), with a the mean distance to the others of the same cluster and b
 * that to the nearest other cluster; 0 for a single point in its cluster. Null if fewer than two clusters have points.
 */
export function meanSilhouette(between: Float32Array, of: Uint8Array, k: number): number | null {
  const count = of.length;
  const sizes = new Uint32Array(k);
  for (const cluster of of) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  if (sizes.filter((size) => size > 0).length < 2) return null;
  const sums = new Float64Array(k);
  let total = 0;
  for (let point = 0; point < count; point += 1) {
    sums.fill(0);
    for (let other = 0; other < count; other += 1) {
      const cluster = of[other] ?? 0;
      sums[cluster] = (sums[cluster] ?? 0) + (between[point * count + other] ?? 0);
    }
    total += silhouetteOf(of[point] ?? 0, sums, sizes);
  }
  return total / count;
}

function silhouetteOf(own: number, sums: Float64Array, sizes: Uint32Array): number {
  const size = sizes[own] ?? 0;
  if (size < 2) return 0;
  const within = (sums[own] ?? 0) / (size - 1);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [cluster, sum] of sums.entries()) {
    const others = sizes[cluster] ?? 0;
    if (cluster !== own && others > 0) nearest = Math.min(nearest, sum / others);
  }
  const larger = Math.max(within, nearest);
  return larger === 0 ? 0 : (nearest - within) / larger;
}
