import type { Judged } from './cross-validate.ts';
import { CLASSES } from './logistic.ts';

interface CalibrationBin {
  from: number;
  to: number;
  questions: number;
  /** The mean probability of the suggested level. */
  mean_probability: number;
  /** The share of questions whose declared level was the suggested one. */
  agreeing: number;
}

/** How well probabilities match the observed frequencies. */
export interface Calibration {
  /** Tenths of the probability of the suggested level, without empty ones. */
  bins: readonly CalibrationBin[];
  /** The mean distance of `mean_probability` and `agreeing`, weighted by the questions of each bin. */
  expected_error: number;
  /** The questions that reach the probability of a flag. */
  confident: { questions: number; agreeing: number | null };
}

const BINS = 10;

export function calibrate(levels: Uint8Array, judged: Judged, confidence: number): Calibration {
  const tally = Array.from({ length: BINS }, () => ({ questions: 0, sure: 0, right: 0 }));
  const confident = { questions: 0, right: 0 };
  for (const [index, level] of levels.entries()) {
    const suggested = judged.suggested[index] ?? 0;
    const probability = judged.probabilities[CLASSES * index + suggested] ?? 0;
    const right = Number(suggested === level);
    const bin = tally[Math.min(BINS - 1, Math.floor(probability * BINS))];
    if (bin !== undefined) {
      bin.questions += 1;
      bin.sure += probability;
      bin.right += right;
    }
    if (probability < confidence) continue;
    confident.questions += 1;
    confident.right += right;
  }
  const bins = tally.flatMap(({ questions, sure, right }, index) =>
    questions === 0
      ? []
      : [
          {
            from: index / BINS,
            to: (index + 1) / BINS,
            questions,
            mean_probability: sure / questions,
            agreeing: right / questions,
          },
        ],
  );
  const distances = bins.map((bin) => bin.questions * Math.abs(bin.mean_probability - bin.agreeing));
  return {
    bins,
    expected_error: distances.reduce((sum, distance) => sum + distance, 0) / levels.length,
    confident: {
      questions: confident.questions,
      agreeing: confident.questions === 0 ? null : confident.right / confident.questions,
    },
  };
}
