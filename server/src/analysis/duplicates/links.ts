import { RELATIONS, type Relation } from '../../domain/likeness/judge.ts';
import { Growing } from '../corpus/growing.ts';

/** This many links are found pair by pair, 250 MB; from here on a question is linked with one other of a kind. */
const MAX_LINKS = 10_000_000;

/** Pairs of questions that were found to belong together, the earlier one first. At 25 bytes each, millions have room. */
export class Links {
  readonly #earlier = new Growing((length) => new Uint32Array(length));
  readonly #later = new Growing((length) => new Uint32Array(length));
  readonly #relation = new Growing((length) => new Uint8Array(length));
  readonly #likeness = new Growing((length) => new Float64Array(length));
  readonly #similarity = new Growing((length) => new Float64Array(length));

  /** Made when the links are first gone over: nothing is added after that. */
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
   * In the order of the later question, then of the earlier, what was found twice once; made one by one, so that millions
   * are never objects at once.
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
  /** How likely they are one question, from 0 to 1. */
  likeness: number;
  /** Of their texts: weight of the shared words over the weight of all. */
  similarity: number;
}

export interface Link extends Measures {
  earlier: number;
  later: number;
  relation: Relation;
}
