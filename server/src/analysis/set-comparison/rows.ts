import type { Item, QuestionVersion, TextRow } from '../analysis-type.ts';
import { unpackId } from '../corpus/chunk.ts';
import { showQuestion } from '../shown-question.ts';
import type { Gathered, Members } from './gathered.ts';
import type { NearPair } from './overlap/alike-pairs.ts';
import { countKeys } from './overlap/key-index.ts';
import type { NearPairs } from './overlap/near-pairs.ts';
import type { Overlap, PlacePair } from './overlap/overlap.ts';

/** The maximum number of rows of a run; all pairs are counted. */
export const MAX_PAIRS = 100_000;

export const RELATIONS = ['exact', 'conflict', 'near'] as const;
type Relation = (typeof RELATIONS)[number];

interface Body {
  relation: Relation;
  similarity: number;
  b: QuestionVersion;
}

interface Rows {
  items: readonly Item[];
  /** The total number of pairs, in a row or not. */
  total: number;
}

/** Lists equal texts first, then contradictions, then near-duplicates. */
export function listRows({ a, b }: Gathered, overlap: Overlap, near: NearPairs | null): Rows {
  const sizeA = countKeys(a.ids);
  const judged = (near?.pairs ?? []).map((pair) => ({ ...pair, b: pair.b - sizeA }));
  const conflicts = judged.filter(({ relation }) => relation === 'conflict');
  // An equal text with a different answer is listed once, as a contradiction.
  const contradictory = new Set(conflicts.filter((pair) => haveSameText(a, b, pair)).map(nameOf));
  const exact = overlap.pairs.filter((pair) => !contradictory.has(nameOf(pair)));
  const nearly = judged.filter((pair) => pair.relation === 'near' && !haveSameText(a, b, pair));
  const pairs: (PlacePair & Pick<Body, 'relation' | 'similarity'>)[] = [
    ...exact.map((pair) => ({ ...pair, relation: 'exact' as const, similarity: 1 })),
    ...conflicts,
    ...nearly,
  ];
  const items = pairs.slice(0, MAX_PAIRS).map(({ relation, similarity, ...places }) => {
    const [own, other] = [questionOf(a, places.a), questionOf(b, places.b)];
    const body: Body = { relation, similarity, b: other };
    return { question_id: own.id, version: own.version, body: JSON.stringify(body) };
  });
  return { items, total: overlap.pairsTotal + (near?.inOtherWords ?? 0) };
}

const nameOf = ({ a, b }: PlacePair): string => `${a} ${b}`;

function haveSameText(a: Members, b: Members, pair: Pick<NearPair, 'a' | 'b'>): boolean {
  const { width } = a.texts;
  for (let word = 0; word < width; word += 1) {
    if (a.texts.words[pair.a * width + word] !== b.texts.words[pair.b * width + word]) return false;
  }
  return true;
}

function questionOf({ idBytes, versions }: Members, place: number): QuestionVersion {
  return { id: unpackId(idBytes, place), version: versions[place] ?? 0 };
}

const readBody = ({ body }: Item) => JSON.parse(body) as Body;

export function mentions(item: Item): QuestionVersion[] {
  return [readBody(item).b];
}

export function presentPair(item: Item, question: TextRow | null, mentioned: readonly (TextRow | null)[]): object {
  const { relation, similarity, b } = readBody(item);
  return {
    relation,
    similarity,
    a: presentQuestion({ id: item.question_id, version: item.version }, question),
    b: presentQuestion(b, mentioned[0] ?? null),
  };
}

function presentQuestion({ id, version }: { id: string | null; version: number | null }, text: TextRow | null) {
  return {
    question_id: id,
    version,
    ...showQuestion(text),
  };
}
