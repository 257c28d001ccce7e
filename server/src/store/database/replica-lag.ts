interface Unreplayed {
  position: bigint;
  writtenAt: number;
  /** The last time at which it was not replayed yet. */
  seenAt: number;
}

/**
 * Computes the lag of a replica from the log positions that the primary has written and the replica has replayed,
 * sampled now and then. The replica's own view does not suffice: when cut off, it has replayed all that it received,
 * and while nothing is written, the age of the last change grows without any lag. Each position is therefore remembered
 * until it is replayed. The figure never exceeds the real lag.
 */
export class LagMeter {
  #unreplayed: Unreplayed | undefined;
  #lastMs = 0;

  /** `written` is undefined when the primary does not respond. */
  measure(written: bigint | undefined, replayed: bigint, now: number): number {
    if (this.#unreplayed !== undefined && replayed >= this.#unreplayed.position) {
      this.#lastMs = this.#unreplayed.seenAt - this.#unreplayed.writtenAt;
      this.#unreplayed = undefined;
    }
    if (this.#unreplayed === undefined && written !== undefined) {
      if (replayed < written) this.#unreplayed = { position: written, writtenAt: now, seenAt: now };
      else this.#lastMs = 0;
    }
    if (this.#unreplayed === undefined) return this.#lastMs;
    this.#unreplayed.seenAt = now;
    return Math.max(this.#lastMs, now - this.#unreplayed.writtenAt);
  }
}
