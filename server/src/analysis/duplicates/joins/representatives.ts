/** Examines two members, the earlier first, and returns whether it linked them. */
export type Visit = (a: number, b: number) => boolean;

/** The maximum number of representatives a question is compared with if there are too many pairs. */
export const MAX_REPRESENTATIVES = 100;

const FREE = 0;
const FOLLOWS = 1;
const LEADS = 2;

/**
 * Builds stars around the earliest of similar questions, like the groups. Each member is compared only with earlier
 * members that represent others or resemble none. Followers are not compared again, so texts that are nearly the same
 * cost one comparison each; comparing all pairs of 8,192 of them took 2 GB.
 */
export class Representatives {
  readonly #members: Uint32Array;
  readonly #visit: Visit;
  readonly #sideOf: (member: number) => number;
  readonly #roles: Uint8Array;
  #comparisons: number;

  /** If there are sides, only members of different sides may be linked. */
  constructor(members: Uint32Array, visit: Visit, sideOf: (member: number) => number = () => 0) {
    this.#members = members;
    this.#visit = visit;
    this.#sideOf = sideOf;
    this.#roles = new Uint8Array(members.length);
    this.#comparisons = MAX_REPRESENTATIVES * members.length;
  }

  /** Members with something in common, by their positions in the block, ascending. */
  compare(places: ArrayLike<number>): void {
    const representatives: number[] = [];
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      if (this.#roles[place] === FOLLOWS) continue;
      if (this.#roles[place] === FREE && this.#follow(place, representatives)) continue;
      if (representatives.length < MAX_REPRESENTATIVES) representatives.push(place);
    }
  }

  #follow(place: number, representatives: number[]): boolean {
    const member = this.#members[place] ?? 0;
    for (const leading of representatives) {
      if (this.#comparisons === 0) return false;
      this.#comparisons -= 1;
      const leader = this.#members[leading] ?? 0;
      if (!this.#visit(Math.min(leader, member), Math.max(leader, member))) continue;
      this.#roles[place] = FOLLOWS;
      // The first member of the other side leads the members of the leader's own side, which cannot follow it.
      if (this.#roles[leading] === FREE && this.#sideOf(leader) !== this.#sideOf(member)) representatives.push(place);
      this.#roles[leading] = LEADS;
      return true;
    }
    return false;
  }
}
