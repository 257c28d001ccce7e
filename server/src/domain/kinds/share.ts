import type { Part, Scoring, Verdict } from './kind.ts';

/** The verdict on an answer with parts: the share of parts that is right, or nothing unless all are. */
export function verdictOfParts(parts: readonly Part[], scoring: Scoring, share = shareOf(parts)): Verdict {
  const correct = share === 1;
  return { correct, matched: null, score: correct || scoring === 'partial' ? share : 0, parts };
}

function shareOf(parts: readonly Part[]): number {
  return parts.filter(({ correct }) => correct).length / parts.length;
}
