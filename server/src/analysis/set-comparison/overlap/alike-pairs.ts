export interface NearPair {
  /** Numbers of questions in the corpus: `a` of population 0, `b` of population 1, never the same question. */
  a: number;
  b: number;
  relation: 'near' | 'conflict';
  /** The similarity of the texts, 0 to 1. */
  similarity: number;
}

/** Sorts by similarity, highest first, then by number. */
function comparePairs(x: NearPair, y: NearPair): number {
  return y.similarity - x.similarity || x.a - y.a || x.b - y.b;
}

/** Pairs of one relation: it counts the questions of A and keeps the most similar pairs. */
export class AlikePairs {
  readonly #relation: NearPair['relation'];
  readonly #most: number;
  /** Indexed by the number of the question: 1 if it has a pair. */
  readonly #isPaired: Uint8Array;
  #pairs: NearPair[] = [];
  /** Pairs after this one are dropped: nearly all, if 10,000 questions have 10,000 similar ones each. */
  #last: NearPair | null = null;

  /** For a corpus of `questions` questions; at most `most` pairs are kept. */
  constructor(relation: NearPair['relation'], count: number, most: number) {
    this.#relation = relation;
    this.#most = most;
    this.#isPaired = new Uint8Array(count);
  }

  /** The number of distinct questions of A. */
  countQuestions(): number {
    return this.#isPaired.reduce((sum, paired) => sum + paired, 0);
  }

  /** A question of A with some of B, ascending. */
  add(a: number, others: Uint32Array, similarity: number): void {
    this.#isPaired[a] = 1;
    for (const b of others.subarray(0, this.#most)) {
      const pair = { a, b, relation: this.#relation, similarity };
      if (this.#last !== null && comparePairs(this.#last, pair) < 0) return;
      this.#pairs.push(pair);
    }
    // Prunes only now and then, so that memory is bounded and sorting is rare.
    if (this.#pairs.length <= 2 * this.#most) return;
    this.#pairs = this.best();
    this.#last = this.#pairs.at(-1) ?? null;
  }

  best(): NearPair[] {
    return this.#pairs.sort(comparePairs).slice(0, this.#most);
  }
}
