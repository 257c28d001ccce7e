import { answerKey } from '../../domain/answers/answer-check.ts';
import { rootOf } from '../../domain/likeness/roots.ts';
import { stemWord } from '../../domain/likeness/stems.ts';
import { knownAnswers } from '../../domain/likeness/weights.ts';
import type { WordOrder } from '../../domain/likeness/word-order.ts';
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
  /** 1 for a text that asks for something, 0 for a mere title. Absent in the same parts. */
  asks?: Uint8Array;
}

/** All questions of a run with their keys. */
export interface KeyedCorpus {
  corpus: WordCorpus;
  texts: Keys;
  answers: Keys;
  known: Float32Array;
  orders: Uint32Array;
  asks: Uint8Array;
}

export function orderOf({ orders }: KeyedCorpus, question: number): WordOrder {
  return [orders[2 * question] ?? 0, orders[2 * question + 1] ?? 0];
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
  const readAnswer = memoise((text) => describeAnswer(answerKey(text)));
  let index = 0;
  // Keys and words are computed in one pass, since both start with the same folding.
  const questions = packQuestions(rows, {
    textWords: ({ question_text }, numberOf) => reader.read(question_text, numberOf),
    answerWords: ({ correct_answer }, numberOf) => {
      const answer = readAnswer(correct_answer);
      answers.set(answer.key, 2 * index);
      known[index] = answer.known;
      index += 1;
      return (answer.numbers ??= answer.words.map(numberOf));
    },
    fold: (word) => (word.startsWith(ANSWER) ? word : fold(word)),
  });
  return { questions, texts: reader.keys, answers, known, orders: reader.orders, asks: reader.asks };
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

  /** `questions` is the expected total, if known. */
  constructor(questions = 0) {
    this.#questions = new WordGathering(questions);
    this.#texts.expect(2 * questions);
    this.#answers.expect(2 * questions);
    this.#known.expect(questions);
    this.#orders.expect(2 * questions);
    this.#asks.expect(questions);
  }

  take({ questions, texts, answers, known, orders, asks }: DuplicatesChunk, population: Population): void {
    this.#questions.take(questions, population);
    this.#texts.append(texts);
    this.#answers.append(answers);
    this.#known.append(known);
    // Defaults: unknown word order, and every text asks something. Contradictions were judged so before these were
    // stored.
    this.#orders.append(orders ?? new Uint32Array(2 * known.length));
    this.#asks.append(asks ?? new Uint8Array(known.length).fill(1));
  }

  keyed(): KeyedCorpus {
    return {
      corpus: this.#questions.words(),
      texts: this.#texts.view(),
      answers: this.#answers.view(),
      known: this.#known.view(),
      orders: this.#orders.view(),
      asks: this.#asks.view(),
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
