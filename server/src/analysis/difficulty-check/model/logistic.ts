import { minimise } from './lbfgs.ts';

/** Cases as lists of features with their values, one after the other: case n from `starts[n]` to `starts[n + 1]`. */
export interface Cases {
  features: Uint32Array;
  values: Float32Array;
  starts: Uint32Array;
}

export const CLASSES = 3;

/** One weight per feature and class, side by side, followed by one intercept per class. */
export interface Model {
  weights: Float64Array;
  featureCount: number;
  iterations: number;
  converged: boolean;
}

/** Replaces the scores with probabilities that sum to 1. */
function softmax(scores: Float64Array): void {
  const highest = Math.max(scores[0] ?? 0, scores[1] ?? 0, scores[2] ?? 0);
  const a = Math.exp((scores[0] ?? 0) - highest);
  const b = Math.exp((scores[1] ?? 0) - highest);
  const c = Math.exp((scores[2] ?? 0) - highest);
  scores[0] = a / (a + b + c);
  scores[1] = b / (a + b + c);
  scores[2] = c / (a + b + c);
}

function scoreCase(weights: Float64Array, cases: Cases, index: number, intercepts: number, into: Float64Array): void {
  let a = weights[intercepts] ?? 0;
  let b = weights[intercepts + 1] ?? 0;
  let c = weights[intercepts + 2] ?? 0;
  const end = cases.starts[index + 1] ?? 0;
  for (let position = cases.starts[index] ?? 0; position < end; position += 1) {
    const weight = CLASSES * (cases.features[position] ?? 0);
    const value = cases.values[position] ?? 0;
    a += value * (weights[weight] ?? 0);
    b += value * (weights[weight + 1] ?? 0);
    c += value * (weights[weight + 2] ?? 0);
  }
  into[0] = a;
  into[1] = b;
  into[2] = c;
}

/** Writes the probability of each class for a case. */
export function predict({ weights, featureCount }: Model, cases: Cases, index: number, into: Float64Array): void {
  scoreCase(weights, cases, index, CLASSES * featureCount, into);
  softmax(into);
}

interface Training {
  cases: Cases;
  classes: Uint8Array;
  /** The cases to learn from. */
  members: Uint32Array;
  featureCount: number;
  /** The ridge: half of it times the sum of squared weights is added to the loss. */
  ridge: number;
}

/** On Open Trivia, a tolerance of 1e-6 takes three to four times as long and changes the log loss by under 0.001. */
const STOP = { maxIterations: 50, minGain: 1e-4 };

/** Multinomial logistic regression with a ridge on all weights except intercepts. */
export function train(training: Training): Model {
  const { featureCount, ridge } = training;
  const intercepts = CLASSES * featureCount;
  const objective = (weights: Float64Array, gradient: Float64Array) => {
    let loss = 0;
    for (let index = 0; index < intercepts; index += 1) {
      const weight = weights[index] ?? 0;
      gradient[index] = ridge * weight;
      loss += (ridge * weight * weight) / 2;
    }
    gradient.fill(0, intercepts);
    return loss + addLoss(training, weights, gradient);
  };
  const { at, iterations, converged } = minimise(objective, guessCurvatures(training), STOP);
  return { weights: at, featureCount, iterations, converged };
}

/** Assumes that all three classes are equally probable: p (1 - p) = 2/9 per case, weighted by the squared value. */
function guessCurvatures({ cases, members, featureCount, ridge }: Training): Float64Array {
  const curvatures = new Float64Array(CLASSES * (featureCount + 1)).fill(ridge, 0, CLASSES * featureCount);
  const spread = 2 / 9;
  for (const index of members) {
    const end = cases.starts[index + 1] ?? 0;
    for (let position = cases.starts[index] ?? 0; position < end; position += 1) {
      const weight = CLASSES * (cases.features[position] ?? 0);
      const curvature = spread * (cases.values[position] ?? 0) ** 2;
      for (let level = 0; level < CLASSES; level += 1)
        curvatures[weight + level] = (curvatures[weight + level] ?? 0) + curvature;
    }
  }
  return curvatures.fill(Math.max(1, spread * members.length), CLASSES * featureCount);
}

function addLoss({ cases, classes, members, featureCount }: Training, weights: Float64Array, gradient: Float64Array) {
  const intercepts = CLASSES * featureCount;
  const errors = new Float64Array(CLASSES);
  let loss = 0;
  for (const index of members) {
    scoreCase(weights, cases, index, intercepts, errors);
    softmax(errors);
    const actual = classes[index] ?? 0;
    loss -= Math.log(Math.max(errors[actual] ?? 0, Number.MIN_VALUE));
    errors[actual] = (errors[actual] ?? 0) - 1;
    addGradient(cases, index, errors, gradient, intercepts);
  }
  return loss;
}

function addGradient(
  { starts, features, values }: Cases,
  index: number,
  errors: Float64Array,
  gradient: Float64Array,
  intercepts: number,
): void {
  const a = errors[0] ?? 0;
  const b = errors[1] ?? 0;
  const c = errors[2] ?? 0;
  gradient[intercepts] = (gradient[intercepts] ?? 0) + a;
  gradient[intercepts + 1] = (gradient[intercepts + 1] ?? 0) + b;
  gradient[intercepts + 2] = (gradient[intercepts + 2] ?? 0) + c;
  const end = starts[index + 1] ?? 0;
  for (let position = starts[index] ?? 0; position < end; position += 1) {
    const weight = CLASSES * (features[position] ?? 0);
    const value = values[position] ?? 0;
    gradient[weight] = (gradient[weight] ?? 0) + value * a;
    gradient[weight + 1] = (gradient[weight + 1] ?? 0) + value * b;
    gradient[weight + 2] = (gradient[weight + 2] ?? 0) + value * c;
  }
}
