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
import { hashInto, type Keys } from './keys.ts';
import { TextReader } from './text-reader.ts';

/** What a shard keeps of its questions. */
export interface DuplicatesChunk {
  questions: CorpusChunk;
  texts: Keys;
  answers: Keys;
  /** How often the answer is known to come anyway. */
  known: Float32Array;
  /** Which words follow each other: two numbers for each question. Absent from a worker of the release before, in an upgrade. */
  orders?: Uint32Array;
  /** 1 for a text that asks for something, 0 for a mere title. Absent likewise. */
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

/** Before the words of an answer: they are shown and spelt out, so they are no stems. No word of a text begins with it. */
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
  const readAnswer = remember((text) => describeAnswer(answerKey(text)));
  let index = 0;
  // Keys and words in one go: both begin with the same folding.
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
  /** Of its words, once they were asked for. */
  numbers?: readonly number[];
}

function describeAnswer(answer: string): Answer {
  const key = new Uint32Array(2);
  hashInto(key, 0, answer);
  return { key, known: knownAnswers(answer), words: wordsOfKey(answer).map((word) => ANSWER + word) };
}

/** As many as a shard has questions: "True", "1945" and many a name come again and again. */
function remember<Told>(tell: (text: string) => Told): (text: string) => Told {
  const told = new Map<string, Told>();
  return (text) => {
    let known = told.get(text);
    if (known === undefined) told.set(text, (known = tell(text)));
    return known;
  };
}

/** For types whose shards keep more than this: they take it from each part themselves. */
export class ComparisonGathering {
  readonly #questions: WordGathering;
  readonly #texts = new Growing((length) => new Uint32Array(length));
  readonly #answers = new Growing((length) => new Uint32Array(length));
  readonly #known = new Growing((length) => new Float32Array(length));
  readonly #orders = new Growing((length) => new Uint32Array(length));
  readonly #asks = new Growing((length) => new Uint8Array(length));

  /** `questions` are to come in all, if that is known. */
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
    // In any order, and all ask something: so contradictions were judged before these were told.
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

/** The same with where the questions are filed. */
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
