import { describe, expect, it } from 'vitest';
import { type Cases, predict, train } from './logistic.ts';

/** Each case as pairs of a feature and its value. */
function casesOf(...rows: readonly (readonly (readonly [number, number])[])[]): Cases {
  const starts = [0];
  for (const row of rows) starts.push((starts.at(-1) ?? 0) + row.length);
  return {
    features: Uint32Array.from(rows.flat(), ([feature]) => feature),
    values: Float32Array.from(rows.flat(), ([, value]) => value),
    starts: Uint32Array.from(starts),
  };
}

function probabilities(cases: Cases, classes: readonly number[], featureCount: number, ridge: number) {
  const members = Uint32Array.from(classes.keys());
  const model = train({ cases, classes: Uint8Array.from(classes), members, featureCount, ridge });
  expect(model.converged).toBe(true);
  return classes.map((_, index) => {
    const own = new Float64Array(3);
    predict(model, cases, index, own);
    return [...own];
  });
}

describe('logistic regression', () => {
  it('gives each class its share without features', () => {
    const classes = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2];
    const [first = []] = probabilities(casesOf(...classes.map(() => [])), classes, 0, 1);
    expect(first[0]).toBeCloseTo(0.5, 1);
    expect(first[1]).toBeCloseTo(0.3, 1);
    expect(first.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 12);
  });

  it('gives the shares within each feature, with one feature per case and almost no ridge', () => {
    // Feature 0: eight cases of class 0 and two of class 1. Feature 1: five cases of class 1 and five of class 2.
    const features = Array.from({ length: 20 }, (_, index) => (index < 10 ? 0 : 1));
    const classes = features.map((feature, index) => (feature === 0 ? (index < 8 ? 0 : 1) : index < 15 ? 1 : 2));
    const found = probabilities(casesOf(...features.map((feature) => [[feature, 1] as const])), classes, 2, 1e-6);
    expect(found[0]?.[0]).toBeCloseTo(0.8, 1);
    expect(found[0]?.[1]).toBeCloseTo(0.2, 1);
    expect(found[19]?.[1]).toBeCloseTo(0.5, 1);
    expect(found[19]?.[0]).toBeLessThan(0.02);
  });

  it('trusts the features less with a ridge', () => {
    const classes = [0, 0, 0, 0, 2, 2, 2, 2];
    const cases = casesOf(...classes.map((level) => [[level === 0 ? 0 : 1, 1] as const]));
    const [loose, tight] = [0.1, 10].map((ridge) => probabilities(cases, classes, 2, ridge)[0]?.[0] ?? 0);
    expect(loose).toBeGreaterThan(0.9);
    expect(tight).toBeLessThan(0.75);
    expect(tight).toBeGreaterThan(0.5);
  });

  it('stops where ridge and errors balance: ridge x weight = sum of value x (right - probability)', () => {
    const classes = Array.from({ length: 60 }, (_, index) => (index * index) % 3);
    const cases = casesOf(
      ...classes.map((level, index) => [
        [level === index % 3 ? 0 : 1, 1 + (index % 4) / 4] as const,
        [2, index % 5] as const,
      ]),
    );
    const members = Uint32Array.from(classes.keys());
    const ridge = 5;
    const model = train({ cases, classes: Uint8Array.from(classes), members, featureCount: 3, ridge });
    const own = new Float64Array(3);
    const pulls = new Float64Array(9);
    for (const [index, actual] of classes.entries()) {
      predict(model, cases, index, own);
      for (const position of [2 * index, 2 * index + 1]) {
        for (const [level, probability] of own.entries()) {
          const at = 3 * (cases.features[position] ?? 0) + level;
          pulls[at] = (pulls[at] ?? 0) + (cases.values[position] ?? 0) * (Number(level === actual) - probability);
        }
      }
    }
    expect(Math.max(...pulls)).toBeGreaterThan(0.5);
    for (const [at, pull] of pulls.entries())
      expect(Math.abs(ridge * (model.weights[at] ?? 0) - pull)).toBeLessThan(0.25);
  });

  it('gives a class without cases almost no probability', () => {
    const classes = [0, 1, 0, 1];
    const [first = []] = probabilities(casesOf(...classes.map(() => [])), classes, 0, 1);
    expect(first[2]).toBeLessThan(0.02);
  });

  it('learns only from its members', () => {
    const cases = casesOf([[0, 1]], [[1, 1]], [[0, 1]]);
    const members = Uint32Array.of(0, 1);
    const one = train({ cases, classes: Uint8Array.of(0, 1, 0), members, featureCount: 2, ridge: 1 });
    const other = train({ cases, classes: Uint8Array.of(0, 1, 2), members, featureCount: 2, ridge: 1 });
    expect(other.weights).toEqual(one.weights);
  });
});
