/** Margins are told apart by hundredths. */
const BINS = 100;

/**
 * How far margins can be trusted: of the questions with at least a margin, the share that is filed where its words point.
 * Told from the questions themselves, each of which was judged without its own words.
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

  /** A curve that never falls: where few questions are left, one that is filed wrongly would bring the share to nothing. */
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
  /** The smallest margin from which on at least the share agrees; null where it is never reached. */
  reach: (share: number) => number | null;
}
