import { expect, it } from 'vitest';
import { calibrate } from './calibration.ts';

it('compares how sure a model was with how often it agreed', () => {
  const judged = {
    models: [],
    probabilities: Float64Array.of(0.85, 0.1, 0.05, 0.1, 0.81, 0.09, 0.3, 0.45, 0.25, 0, 0, 1),
    suggested: Uint8Array.of(0, 1, 1, 2),
  };
  const { bins, expected_error, confident } = calibrate(Uint8Array.of(0, 0, 1, 2), judged, 0.8);
  expect(bins.map(({ from, to, questions, agreeing }) => [from, to, questions, agreeing])).toEqual([
    [0.4, 0.5, 1, 1],
    [0.8, 0.9, 2, 0.5],
    [0.9, 1, 1, 1],
  ]);
  expect(bins[1]?.mean_probability).toBeCloseTo(0.83, 12);
  // (1 x 0.55 + 2 x 0.33 + 1 x 0) / 4
  expect(expected_error).toBeCloseTo(0.3025, 12);
  expect(confident).toEqual({ questions: 3, agreeing: 2 / 3 });
});

it('has no agreement where no prediction was sure enough', () => {
  const judged = { models: [], probabilities: Float64Array.of(0.5, 0.3, 0.2), suggested: Uint8Array.of(0) };
  expect(calibrate(Uint8Array.of(0), judged, 0.8).confident).toEqual({ questions: 0, agreeing: null });
});
