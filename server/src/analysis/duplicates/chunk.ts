import { answerKey } from '../../domain/answers/answer-check.ts';
import { exactKey } from '../../domain/likeness/exact-key.ts';
import { joinWords, stemWord } from '../../domain/likeness/stems.ts';
import { knownAnswers } from '../../domain/likeness/weights.ts';
import { wordsOfKey } from '../../domain/text/split-words.ts';
import { textKey } from '../../domain/text/text.ts';
import type { Parts, Population, TextRow } from '../analysis-type.ts';
import { type CorpusChunk, packQuestions } from '../corpus/chunk.ts';
import { listOf, type WordCorpus, WordGathering } from '../corpus/corpus.ts';
import { Growing } from '../corpus/growing.ts';
import { hashInto, type Keys } from './keys.ts';

/** What a shard keeps of its questions. */
export interface DuplicatesChunk {
  questions: CorpusChunk;
  texts: Keys;
  answers: Keys;
  /** How often the answer is known to come anyway. */
  known: Float32Array;
}

/** All questions of a run with their keys. */
export interface KeyedCorpus {
  corpus: WordCorpus;
  texts: Keys;
  answers: Keys;
  known: Float32Array;
}

/** Before the words of an answer: they are shown and spelt out, so they are no stems. No word of a text begins with it. */
const ANSWER = ':';

/** The words of an answer, as `answerWords` gives them. */
export function answerOf({ answers, words }: WordCorpus, question: number): string[] {
  return Array.from(listOf(answers, question), (word) => (words[word] ?? '').slice(ANSWER.length));
}

export function packForComparison(rows: readonly TextRow[]): DuplicatesChunk {
  const texts = new Uint32Array(2 * rows.length);
  const answers = new Uint32Array(2 * rows.length);
  const known = new Float32Array(rows.length);
  let index = -1;
  // Keys and words in one go: folding a text is half of all work, and both begin with it.
  const questions = packQuestions(rows, {
    textWords: ({ question_text }) => {
      index += 1;
      const key = exactKey(question_text, textKey(question_text));
      hashInto(texts, index, key);
      return new Set(joinWords(wordsOfKey(key))); // which words, not how often: that is all that is compared
    },
    answerWords: ({ correct_answer }) => {
      const key = answerKey(correct_answer);
      hashInto(answers, index, key);
      known[index] = knownAnswers(key);
      return wordsOfKey(key).map((word) => ANSWER + word);
    },
    fold: (word) => (word.startsWith(ANSWER) ? word : stemWord(word)),
  });
  return { questions, texts, answers, known };
}

/** For types whose shards keep more than this: they take it from each part themselves. */
export class ComparisonGathering {
  readonly #questions: WordGathering;
  readonly #texts = new Growing((length) => new Uint32Array(length));
  readonly #answers = new Growing((length) => new Uint32Array(length));
  readonly #known = new Growing((length) => new Float32Array(length));

  /** `questions` are to come in all, if that is known. */
  constructor(questions = 0) {
    this.#questions = new WordGathering(questions);
    this.#texts.expect(2 * questions);
    this.#answers.expect(2 * questions);
    this.#known.expect(questions);
  }

  take({ questions, texts, answers, known }: DuplicatesChunk, population: Population): void {
    this.#questions.take(questions, population);
    this.#texts.append(texts);
    this.#answers.append(answers);
    this.#known.append(known);
  }

  keyed(): KeyedCorpus {
    return {
      corpus: this.#questions.words(),
      texts: this.#texts.view(),
      answers: this.#answers.view(),
      known: this.#known.view(),
    };
  }
}

export async function gatherForComparison(parts: Parts<DuplicatesChunk>): Promise<KeyedCorpus> {
  const gathering = new ComparisonGathering(parts.questions);
  for await (const { population, partial } of parts) gathering.take(partial, population);
  return gathering.keyed();
}
