import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import type { Parts, Population } from '../analysis-type.ts';
import { type CorpusChunk, ID_BYTES, type Labels, type WordLists } from '../corpus/chunk.ts';
import { Growing, GrowingNumbers, type WholeNumbers } from '../corpus/growing.ts';
import { ComparisonGathering, type KeyedCorpus } from '../duplicates/chunk.ts';
import { MAX_LABELS, MAX_WORDS, requireAtMost } from '../too-large.ts';
import type { Identities } from './overlap/overlap.ts';
import type { Dimension } from './parameters.ts';
import type { SetPart } from './set-part.ts';
import { FEATURES, type Feature } from './shares/measures.ts';
import { PairedCounts } from './shares/paired-counts.ts';
import type { Value } from './shares/shares.ts';

/** A question as rows refer to it. */
export interface Members extends Identities {
  versions: WholeNumbers;
  /** The ids once more, sixteen bytes each. */
  idBytes: Uint8Array;
}

/** The counts of both sets; only identifying data are kept per question. */
export interface Gathered {
  a: Members;
  b: Members;
  labels: Record<Dimension, PairedCounts<Value>>;
  words: PairedCounts<string>;
  measures: Record<Feature, PairedCounts<number>>;
  /** For finding near-duplicates; null unless requested, as it takes a gigabyte at ten million questions. */
  keyed: KeyedCorpus | null;
}

export async function gatherSets(parts: Parts<SetPart>, withNear: boolean): Promise<Gathered> {
  const near = withNear ? new ComparisonGathering(parts.questions) : null;
  const ownNames = new GrowingNames(withNear ? 0 : parts.questions);
  const texts = new Growing((length) => new Uint32Array(length));
  texts.expect(TEXT_WORDS * (parts.questions ?? 0));
  let sizeA = 0;
  const labels = { category: newLabels(), difficulty: newLabels(), topic: newLabels() };
  const words = new PairedCounts<string>();
  const measures = {
    text_characters: new PairedCounts<number>(),
    text_words: new PairedCounts<number>(),
    answer_words: new PairedCounts<number>(),
    flesch_kincaid_grade: new PairedCounts<number>(),
  };
  for await (const { population, partial } of parts) {
    const { chunk } = partial;
    if (population === 0) sizeA += chunk.count;
    texts.append(partial.textKeys);
    countLabels(labels.category, chunk.categories, population);
    countLabels(labels.topic, chunk.topics, population);
    countLevels(labels.difficulty, chunk, population);
    countWords(words, chunk, population);
    requireAtMost(MAX_LABELS, labels.topic.size, 'different topics');
    requireAtMost(MAX_WORDS, words.size, 'different words');
    for (const feature of FEATURES) {
      for (const [value, count] of partial.measures[feature]) measures[feature].add(value, population, count);
    }
    if (near === null) ownNames.take(chunk);
    else if (partial.near !== null) near.take(partial.near, population);
  }
  const keyed = near?.keyed() ?? null;
  // Reuses the ids of the comparison if there is one: a second copy would take 200 MB at ten million questions.
  const names = keyed?.corpus ?? ownNames.view();
  const members = (from: number, until: number) => membersOf(names, texts.view(), from, until);
  return { a: members(0, sizeA), b: members(sizeA, names.versions.length), labels, words, measures, keyed };
}

const newLabels = () => new PairedCounts<Value>();

/** Counts every level, so that a level in neither set is a row of zeros, not a missing one. */
function countLevels(counts: PairedCounts<Value>, { difficulties }: CorpusChunk, population: Population): void {
  const uses = countUses(difficulties, 1 + Math.max(...DIFFICULTY_LEVELS));
  for (const level of DIFFICULTY_LEVELS) counts.add(level, population, uses[level] ?? 0);
}

function countLabels(counts: PairedCounts<Value>, { names, of }: Labels<string | null>, population: Population): void {
  const uses = countUses(of, names.length);
  for (const [label, name] of names.entries()) counts.add(name, population, uses[label] ?? 0);
}

/** Counts the words of the questions only; answers have few words, and those are names. */
function countWords(counts: PairedCounts<string>, { words, texts }: CorpusChunk, population: Population): void {
  if (words === '') return;
  const names = words.split(' ');
  const uses = countUses(texts.tokens, names.length);
  for (const [word, name] of names.entries()) {
    const count = uses[word] ?? 0;
    if (count > 0) counts.add(name, population, count);
  }
}

function countUses(numbers: Uint8Array | WordLists['tokens'], names: number): Uint32Array {
  const uses = new Uint32Array(names);
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? 0;
    uses[number] = (uses[number] ?? 0) + 1;
  }
  return uses;
}

const TEXT_WORDS = 2;

/** The ids and versions of all questions, those of A first. */
type Names = Pick<Members, 'versions'> & { ids: Uint8Array };

class GrowingNames {
  readonly #ids = new Growing((length) => new Uint8Array(length));
  readonly #versions = new GrowingNumbers();

  constructor(questions = 0) {
    this.#ids.expect(ID_BYTES * questions);
    this.#versions.expect(questions);
  }

  take({ ids, versions }: CorpusChunk): void {
    this.#ids.append(ids);
    this.#versions.append(versions);
  }

  view(): Names {
    return { ids: this.#ids.view(), versions: this.#versions.view() };
  }
}

function membersOf({ ids, versions }: Names, texts: Uint32Array, from: number, until: number): Members {
  const part = <List extends Uint8Array | WholeNumbers>(list: List, width: number) =>
    list.subarray(from * width, until * width) as List;
  const idBytes = part(ids, ID_BYTES);
  const idWords = idBytes.length / Uint32Array.BYTES_PER_ELEMENT;
  return {
    idBytes,
    versions: part(versions, 1),
    ids: {
      words: new Uint32Array(idBytes.buffer, idBytes.byteOffset, idWords),
      width: ID_BYTES / Uint32Array.BYTES_PER_ELEMENT,
    },
    texts: { words: part(texts, TEXT_WORDS), width: TEXT_WORDS },
  };
}
