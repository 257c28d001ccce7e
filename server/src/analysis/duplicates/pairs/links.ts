import { RELATIONS, type Relation } from '../../../domain/likeness/judge.ts';
import { Growing } from '../../corpus/growing.ts';

/**
 * The maximum number of links that are found pair by pair, 250 MB; beyond it, a question is linked with one other of a
 * kind.
 */
const MAX_LINKS = 10_000_000;

/** Pairs of linked questions, the earlier one first, at 25 bytes each. */
export class Links {
  readonly #earlier = new Growing((length) => new Uint32Array(length));
  readonly #later = new Growing((length) => new Uint32Array(length));
  readonly #relation = new Growing((length) => new Uint8Array(length));
  readonly #likeness = new Growing((length) => new Float64Array(length));
  readonly #similarity = new Growing((length) => new Float64Array(length));

  /** Built when the links are first iterated; nothing is added after that. */
  #order: Uint32Array | undefined;

  add(a: number, b: number, relation: Relation, { likeness, similarity }: Measures): void {
    this.#earlier.append([Math.min(a, b)]);
    this.#later.append([Math.max(a, b)]);
    this.#relation.append([RELATIONS.indexOf(relation)]);
    this.#likeness.append([likeness]);
    this.#similarity.append([similarity]);
  }

  get isFull(): boolean {
    return this.#later.length >= MAX_LINKS;
  }

  /**
   * Iterates by the later question, then by the earlier, without repeats. Links are created one by one, so that
   * millions never exist as objects at once.
   */
  *ordered(): Generator<Link> {
    const [earlier, later] = [this.#earlier.view(), this.#later.view()];
    const [relation, likeness, similarity] = [this.#relation.view(), this.#likeness.view(), this.#similarity.view()];
    this.#order ??= Uint32Array.from(earlier, (_, index) => index).sort(
      (x, y) =>
        (later[x] ?? 0) - (later[y] ?? 0) ||
        (earlier[x] ?? 0) - (earlier[y] ?? 0) ||
        (relation[x] ?? 0) - (relation[y] ?? 0) ||
        x - y,
    );
    let last = -1;
    for (const index of this.#order) {
      const isSame = (list: ArrayLike<number>) => list[index] === list[last];
      const isTwice = last >= 0 && isSame(earlier) && isSame(later) && isSame(relation);
      last = index;
      if (isTwice) continue;
      yield {
        earlier: earlier[index] ?? 0,
        later: later[index] ?? 0,
        relation: RELATIONS[relation[index] ?? 0] ?? 'near',
        likeness: likeness[index] ?? 0,
        similarity: similarity[index] ?? 0,
      };
    }
  }
}

export interface Measures {
  /** The probability that they are one question, from 0 to 1. */
  likeness: number;
  /** The similarity of their texts: weight of the shared words over the weight of all. */
  similarity: number;
}

export interface Link extends Measures {
  earlier: number;
  later: number;
  relation: Relation;
}
