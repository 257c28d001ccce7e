/** Comparisons in a block: a fixed number, and more for each member. Real banks need 3 per member. */
const COMPARISONS = 200_000;
const COMPARISONS_PER_MEMBER = 20;
/** Pairs that can be ruled out without a comparison, which takes a hundred times as long. */
const LOOKS = 10_000_000;
const LOOKS_PER_MEMBER = 2000;

/** Limits how many pairs of a block are examined: linear in its members, whatever their texts. */
export class Allowance {
  #comparisons: number;
  #looks: number;

  constructor(members: number) {
    this.#comparisons = COMPARISONS + COMPARISONS_PER_MEMBER * members;
    this.#looks = LOOKS + LOOKS_PER_MEMBER * members;
  }

  static none(): Allowance {
    const allowance = new Allowance(0);
    allowance.#comparisons = 0;
    return allowance;
  }

  get isSpent(): boolean {
    return this.#comparisons <= 0 || this.#looks <= 0;
  }

  compare(): void {
    this.#comparisons -= 1;
  }

  look(pairs: number): void {
    this.#looks -= pairs;
  }
}
