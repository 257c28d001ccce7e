/** Comparisons in a block of `members` members: a fixed number, and more for each member. Real banks need 3 a member. */
const COMPARISONS = 200_000;
const COMPARISONS_A_MEMBER = 20;
/** Looks at a pair that rule it out without a comparison, which takes a hundred times as long. */
const LOOKS = 10_000_000;
const LOOKS_A_MEMBER = 2000;

/** How much of a block may be gone over pair by pair: linear in its members, whatever their texts are. */
export class Allowance {
  #comparisons: number;
  #looks: number;

  constructor(members: number) {
    this.#comparisons = COMPARISONS + COMPARISONS_A_MEMBER * members;
    this.#looks = LOOKS + LOOKS_A_MEMBER * members;
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
