export interface NearPair {
  /** Numbers of questions in the corpus: `a` of population 0, `b` of population 1, never the same question. */
  a: number;
  b: number;
  relation: 'near' | 'conflict';
  /** How alike the texts are, 0 to 1. */
  similarity: number;
}

/** The most alike first, then by their numbers. */
function comparePairs(x: NearPair, y: NearPair): number {
  return y.similarity - x.similarity || x.a - y.a || x.b - y.b;
}

/** Pairs of one relation: the questions of A are counted, the most alike pairs kept. */
export class AlikePairs {
  readonly #relation: NearPair['relation'];
  readonly #most: number;
  /** By the number of the question: 1 for one that has a pair. */
  readonly #isPaired: Uint8Array;
  #pairs: NearPair[] = [];
  /** What comes behind it is not kept: of 10,000 questions with 10,000 alike each, nearly all. */
  #last: NearPair | null = null;

  /** Among `questions` questions; at most `most` pairs are kept. */
  constructor(relation: NearPair['relation'], count: number, most: number) {
    this.#relation = relation;
    this.#most = most;
    this.#isPaired = new Uint8Array(count);
  }

  /** Distinct questions of A. */
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
    // Now and then, so that memory is bounded and sorting seldom.
    if (this.#pairs.length <= 2 * this.#most) return;
    this.#pairs = this.best();
    this.#last = this.#pairs.at(-1) ?? null;
  }

  best(): NearPair[] {
    return this.#pairs.sort(comparePairs).slice(0, this.#most);
  }
}
