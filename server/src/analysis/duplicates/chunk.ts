import { answerKey } from '../../domain/answers/answer-check.ts';
import type { Traits } from '../../domain/likeness/contradiction.ts';
import { rootOf } from '../../domain/likeness/roots.ts';
import { stemWord } from '../../domain/likeness/stems.ts';
import { knownAnswers } from '../../domain/likeness/weights.ts';
import { wordsOfKey } from '../../domain/text/split-words.ts';
import type { Parts, Population, TextRow } from '../analysis-type.ts';
import { type CorpusChunk, packQuestions } from '../corpus/chunk.ts';
import { GrowingLabels, listOf, type WordCorpus, WordGathering } from '../corpus/corpus.ts';
import { Growing, type WholeNumbers } from '../corpus/growing.ts';
import { hashInto, type Keys } from './pairs/keys.ts';
import { TextReader } from './pairs/text-reader.ts';

/** The compact form of the questions of a shard. */
export interface DuplicatesChunk {
  questions: CorpusChunk;
  texts: Keys;
  answers: Keys;
  /** How likely the answer is to occur by chance. */
  known: Float32Array;
  /**
   * Word order as two numbers per question. Absent in parts from a worker of the previous release, during an upgrade.
   */
  orders?: Uint32Array;
  /** 1 for a text that asks for one thing, 0 for a mere title. Absent in the same parts. */
  asks?: Uint8Array;
  /** What each text says beyond its set of words. Absent in the same parts. */
  particulars?: Uint32Array;
  /** Which answers each question accepts besides its own, as bits. Absent in the same parts. */
  accepted?: Uint32Array;
}

/** All questions of a run with their keys. */
export interface KeyedCorpus {
  corpus: WordCorpus;
  texts: Keys;
  answers: Keys;
  known: Float32Array;
  orders: Uint32Array;
  asks: Uint8Array;
  particulars: Uint32Array;
  accepted: Uint32Array;
}

/** What decides whether a question contradicts another one. */
export function traitsOf({ corpus, orders, asks, particulars }: KeyedCorpus, question: number): Traits {
  return {
    answer: answerOf(corpus, question),
    asks: asks[question] === 1,
    order: [orders[2 * question] ?? 0, orders[2 * question + 1] ?? 0],
    particulars: particulars[question] ?? 0,
  };
}

/** Two of 32 bits for an answer, from its key. */
function bitsOf(keys: Keys, index: number): number {
  const key = keys[2 * index + 1] ?? 0;
  return ((1 << (key & 31)) | (1 << ((key >>> 5) & 31))) >>> 0;
}

/**
 * Whether a question accepts the answer of another one. With three accepted answers, one other answer in thirty is taken
 * for accepted by chance; lists of keys would have no limit.
 */
export function acceptsAnswer({ accepted, answers }: KeyedCorpus, question: number, other: number): boolean {
  const bits = bitsOf(answers, other);
  return ((accepted[question] ?? 0) & bits) >>> 0 === bits;
}

/** Prefix of answer words, which are shown in full and therefore not stemmed. No word of a text begins with it. */
export const ANSWER = ':';

/** The words of an answer, as `answerWords` gives them. */
export function answerOf({ answers, words }: WordCorpus, question: number): string[] {
  return Array.from(listOf(answers, question), (word) => (words[word] ?? '').slice(ANSWER.length));
}

export function packForComparison(rows: readonly TextRow[]): DuplicatesChunk {
  const fold = (word: string) => rootOf(stemWord(word));
  const reader = new TextReader(rows.length, fold);
  const answers = new Uint32Array(2 * rows.length);
  const known = new Float32Array(rows.length);
  const accepted = new Uint32Array(rows.length);
  const readAnswer = memoise((text) => describeAnswer(answerKey(text)));
  let index = 0;
  // Keys and words are computed in one pass, since both start with the same folding.
  const questions = packQuestions(rows, {
    textWords: ({ question_text }, numberOf) => reader.read(question_text, numberOf),
    answerWords: ({ correct_answer, accepted_answers }, numberOf) => {
      const answer = readAnswer(correct_answer);
      answers.set(answer.key, 2 * index);
      known[index] = answer.known;
      for (const other of accepted_answers) accepted[index] = (accepted[index] ?? 0) | bitsOf(readAnswer(other).key, 0);
      index += 1;
      return (answer.numbers ??= answer.words.map(numberOf));
    },
    fold: (word) => (word.startsWith(ANSWER) ? word : fold(word)),
  });
  const { keys: texts, orders, asks, particulars } = reader;
  return { questions, texts, answers, known, orders, asks, particulars, accepted };
}

interface Answer {
  key: Keys;
  known: number;
  words: readonly string[];
  /** The numbers of its words, computed on first use. */
  numbers?: readonly number[];
}

function describeAnswer(answer: string): Answer {
  const key = new Uint32Array(2);
  hashInto(key, 0, answer);
  return { key, known: knownAnswers(answer), words: wordsOfKey(answer).map((word) => ANSWER + word) };
}

/** Caches a function per shard: "True", "1945" and many names occur again and again. */
function memoise<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    let known = results.get(text);
    if (known === undefined) results.set(text, (known = compute(text)));
    return known;
  };
}

/** For types whose shards keep more than a chunk: they pass the chunk of each part themselves. */
export class ComparisonGathering {
  readonly #questions: WordGathering;
  readonly #texts = new Growing((length) => new Uint32Array(length));
  readonly #answers = new Growing((length) => new Uint32Array(length));
  readonly #known = new Growing((length) => new Float32Array(length));
  readonly #orders = new Growing((length) => new Uint32Array(length));
  readonly #asks = new Growing((length) => new Uint8Array(length));
  readonly #particulars = new Growing((length) => new Uint32Array(length));
  readonly #accepted = new Growing((length) => new Uint32Array(length));

  /** `questions` is the expected total, if known. */
  constructor(questions = 0) {
    this.#questions = new WordGathering(questions);
    this.#texts.expect(2 * questions);
    this.#answers.expect(2 * questions);
    this.#known.expect(questions);
    this.#orders.expect(2 * questions);
    this.#asks.expect(questions);
    this.#particulars.expect(questions);
    this.#accepted.expect(questions);
  }

  take(
    { questions, texts, answers, known, orders, asks, particulars, accepted }: DuplicatesChunk,
    population: Population,
  ): void {
    this.#questions.take(questions, population);
    this.#texts.append(texts);
    this.#answers.append(answers);
    this.#known.append(known);
    // Defaults: unknown word order, every text asks something, no particulars and no accepted answers. Contradictions
    // were judged so before these were stored.
    this.#orders.append(orders ?? new Uint32Array(2 * known.length));
    this.#asks.append(asks ?? new Uint8Array(known.length).fill(1));
    this.#particulars.append(particulars ?? new Uint32Array(known.length));
    this.#accepted.append(accepted ?? new Uint32Array(known.length));
  }

  keyed(): KeyedCorpus {
    return {
      corpus: this.#questions.words(),
      texts: this.#texts.view(),
      answers: this.#answers.view(),
      known: this.#known.view(),
      orders: this.#orders.view(),
      asks: this.#asks.view(),
      particulars: this.#particulars.view(),
      accepted: this.#accepted.view(),
    };
  }
}

/** A keyed corpus with the levels and categories of the questions. */
export interface FiledCorpus extends KeyedCorpus {
  levels: Uint8Array;
  /** The number of each question's category. */
  categories: WholeNumbers;
}

export async function gatherForComparison(parts: Parts<DuplicatesChunk>): Promise<FiledCorpus> {
  const gathering = new ComparisonGathering(parts.questions);
  const levels = new Growing((length) => new Uint8Array(length));
  levels.expect(parts.questions ?? 0);
  const categories = new GrowingLabels<string>(parts.questions);
  for await (const { population, partial } of parts) {
    gathering.take(partial, population);
    levels.append(partial.questions.difficulties);
    categories.take(partial.questions.categories);
  }
  return { ...gathering.keyed(), levels: levels.view(), categories: categories.view().of };
}
