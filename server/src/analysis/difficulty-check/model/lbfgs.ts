/** Writes the gradient at `at` into `gradient` and returns the value. */
type Objective = (at: Float64Array, gradient: Float64Array) => number;

interface Minimum {
  at: Float64Array;
  iterations: number;
  converged: boolean;
}

const MEMORY = 6;
/** The minimum part of the expected decrease that a step must achieve (Armijo). */
const SUFFICIENT = 1e-4;
const MAX_HALVINGS = 30;

interface Pair {
  step: Float64Array;
  change: Float64Array;
  /** 1 / (step . change) */
  rho: number;
}

interface Stop {
  maxIterations: number;
  /** The iteration stops when it lowers the value by a smaller fraction. */
  minGain: number;
}

/**
 * Minimises a smooth convex function, starting at 0: limited-memory BFGS (Nocedal 1980) with a backtracking line
 * search. `curvatures` approximates the second derivative along each axis; it puts frequent and rare words on one
 * scale.
 */
export function minimise(objective: Objective, curvatures: Float64Array, stop: Stop): Minimum {
  let at = new Float64Array(curvatures.length);
  let gradient = new Float64Array(curvatures.length);
  let value = objective(at, gradient);
  const pairs: Pair[] = [];
  for (let iterations = 1; iterations <= stop.maxIterations; iterations += 1) {
    const direction = descent(gradient, pairs, curvatures);
    const next = search(objective, at, value, gradient, direction);
    if (next === null) return { at, iterations, converged: true };
    const gain = value - next.value;
    remember(pairs, at, gradient, next);
    ({ at, gradient, value } = next);
    if (gain <= stop.minGain * Math.abs(value)) return { at, iterations, converged: true };
  }
  return { at, iterations: stop.maxIterations, converged: false };
}

interface Point {
  at: Float64Array<ArrayBuffer>;
  gradient: Float64Array<ArrayBuffer>;
  value: number;
}

/** Null when no step lowers the value: the minimum, to numerical precision. */
function search(
  objective: Objective,
  from: Float64Array,
  value: number,
  gradient: Float64Array,
  direction: Float64Array,
): Point | null {
  const slope = dot(gradient, direction);
  let length = 1;
  const at = new Float64Array(from.length);
  const ahead = new Float64Array(from.length);
  for (let halvings = 0; halvings < MAX_HALVINGS; halvings += 1) {
    for (let index = 0; index < at.length; index += 1) {
      at[index] = (from[index] ?? 0) + length * (direction[index] ?? 0);
    }
    const reached = objective(at, ahead);
    if (reached <= value + SUFFICIENT * length * slope) return { at, gradient: ahead, value: reached };
    length /= 2;
  }
  return null;
}

function remember(pairs: Pair[], at: Float64Array, gradient: Float64Array, next: Point): void {
  const step = next.at.map((value, index) => value - (at[index] ?? 0));
  const change = next.gradient.map((value, index) => value - (gradient[index] ?? 0));
  const curvature = dot(step, change);
  if (curvature <= 0) return;
  pairs.push({ step, change, rho: 1 / curvature });
  if (pairs.length > MEMORY) pairs.shift();
}

/** The two loops of L-BFGS: the negative gradient, corrected by the curvature along the last steps. */
function descent(gradient: Float64Array, pairs: readonly Pair[], curvatures: Float64Array): Float64Array {
  const direction = gradient.map((value) => -value);
  const alphas: number[] = [];
  for (const { step, change, rho } of pairs.toReversed()) {
    const alpha = rho * dot(step, direction);
    alphas.unshift(alpha);
    add(direction, change, -alpha);
  }
  const scale = scaleOf(pairs.at(-1), curvatures);
  for (let index = 0; index < direction.length; index += 1) {
    direction[index] = ((direction[index] ?? 0) * scale) / (curvatures[index] ?? 1);
  }
  for (const [index, { step, change, rho }] of pairs.entries()) {
    add(direction, step, (alphas[index] ?? 0) - rho * dot(change, direction));
  }
  return direction;
}

/** The ratio of the true to the guessed curvature along the last step. */
function scaleOf(last: Pair | undefined, curvatures: Float64Array): number {
  if (last === undefined) return 1;
  let guessed = 0;
  for (let index = 0; index < curvatures.length; index += 1) {
    guessed += (last.change[index] ?? 0) ** 2 / (curvatures[index] ?? 1);
  }
  return 1 / (last.rho * guessed);
}

function add(to: Float64Array, from: Float64Array, factor: number): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) + factor * (from[index] ?? 0);
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
