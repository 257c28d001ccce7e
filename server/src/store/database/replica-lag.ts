interface Unreplayed {
  position: bigint;
  writtenAt: number;
  /** When it was last seen not replayed. */
  seenAt: number;
}

/**
 * How far a replica is behind, from the positions in the log that the primary has written and the replica replayed, told
 * now and then. The replica's own view would not do: cut off, it has replayed all that it received, and while nothing is
 * written the age of the last change grows without any lag. So a position is remembered until it is replayed. The figure
 * is what was seen, and never more than the lag really was.
 */
export class LagMeter {
  #unreplayed: Unreplayed | undefined;
  #lastMs = 0;

  /** `written` is undefined when the primary cannot be asked. */
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
