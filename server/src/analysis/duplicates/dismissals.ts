import type { WordCorpus } from '../corpus/corpus.ts';

/** The pairs of questions in the corpus that an editor has marked as different. */
export interface Dismissals {
  has(a: number, b: number): boolean;
  /** The number of marked pairs whose questions are both in the corpus. */
  count: number;
  /** The questions that are marked as different from this one. */
  partnersOf(question: number): readonly number[];
}

export function findDismissals(corpus: WordCorpus, pairs: readonly (readonly [string, string])[]): Dismissals {
  const numbers = findQuestions(corpus, new Set(pairs.flat()));
  const marked = new Set<number>();
  const partners = new Map<number, number[]>();
  let count = 0;
  for (const [a, b] of pairs) {
    const [lefts, rights] = [numbers.get(a), numbers.get(b)];
    const [left, right] = [lefts?.[0], rights?.[0]];
    if (left === undefined || right === undefined || marked.has(pairNumber(left, right))) continue;
    count += 1;
    for (const one of lefts ?? []) {
      for (const other of rights ?? []) {
        marked.add(pairNumber(one, other));
        addPartner(partners, one, other);
        addPartner(partners, other, one);
      }
    }
  }
  return {
    has: (a, b) => marked.size > 0 && marked.has(pairNumber(a, b)),
    count,
    partnersOf: (question) => partners.get(question) ?? [],
  };
}

/** The places of each id: a selected question may occur again among the others. */
function findQuestions(corpus: WordCorpus, ids: ReadonlySet<string>): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (let question = 0; ids.size > 0 && question < corpus.count; question += 1) {
    const id = corpus.idOf(question);
    if (!ids.has(id)) continue;
    const found = numbers.get(id);
    if (found === undefined) numbers.set(id, [question]);
    else found.push(question);
  }
  return numbers;
}

function addPartner(partners: Map<number, number[]>, question: number, partner: number): void {
  const known = partners.get(question);
  if (known === undefined) partners.set(question, [partner]);
  else known.push(partner);
}

/** One number for two questions in any order; exact for more questions than fit into memory. */
function pairNumber(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}
