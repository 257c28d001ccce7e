/** Margins are distinguished to a hundredth. */
const BINS = 100;

/**
 * How far margins can be trusted: the share of questions with at least a given margin that are filed where their words
 * point. It is measured on the questions themselves, each judged without its own words.
 */
export class Agreement {
  readonly #right: number[] = [];
  readonly #wrong: number[] = [];

  add(margin: number, isRight: boolean): void {
    const bin = Math.max(0, Math.floor(margin * BINS));
    const counts = isRight ? this.#right : this.#wrong;
    while (counts.length <= bin) counts.push(0);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }

  /** The curve never falls: where few questions are left, a single misfiled one would otherwise ruin the share. */
  curve(): AgreementCurve {
    const bins = Math.max(this.#right.length, this.#wrong.length);
    const shares = new Float64Array(bins);
    let [right, all] = [0, 0];
    for (let bin = bins - 1; bin >= 0; bin -= 1) {
      right += this.#right[bin] ?? 0;
      all += (this.#right[bin] ?? 0) + (this.#wrong[bin] ?? 0);
      shares[bin] = all === 0 ? 0 : right / all;
    }
    for (let bin = 1; bin < bins; bin += 1) shares[bin] = Math.max(shares[bin] ?? 0, shares[bin - 1] ?? 0);
    return {
      at: (margin) => shares[Math.min(bins - 1, Math.max(0, Math.floor(margin * BINS)))] ?? 0,
      reach: (share) => {
        const bin = shares.findIndex((one) => one >= share);
        return bin === -1 ? null : bin / BINS;
      },
    };
  }
}

export interface AgreementCurve {
  at: (margin: number) => number;
  /** The smallest margin from which at least the share agrees; null if it is never reached. */
  reach: (share: number) => number | null;
}
