import { answerKey } from '../answers/answer-check.ts';
import { textKey } from '../text/text.ts';
import { relateAnswers } from './compare-answers.ts';
import { type Comparison, compareWords, type Vocabulary, type WordSet, wordKind } from './compare-words.ts';
import { exactKey } from './exact-key.ts';
import type { Answers } from './judge.ts';
import { rootWords } from './roots.ts';
import { answerWeight, knownAnswers, meaningOf, wordWeight } from './weights.ts';
import type { QuestionAndAnswer } from './word-counts.ts';

const keyOf = (text: string) => exactKey(text, textKey(text));

/** A set of questions whose pairs are compared with the weights of the whole set. */
export class ComparedSet {
  readonly #numbers: Map<string, number>;
  readonly #vocabulary: Vocabulary;
  readonly #answers = new Map<string, number>();
  readonly #count: number;

  constructor(questions: readonly QuestionAndAnswer[]) {
    const found = new Map<string, number>();
    const texts = new Map(questions.map(({ question_text }) => [keyOf(question_text), question_text]));
    for (const text of texts.values())
      for (const stem of new Set(rootWords(text))) found.set(stem, (found.get(stem) ?? 0) + 1);
    for (const { correct_answer } of questions) {
      const key = answerKey(correct_answer);
      this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1);
    }
    const stems = [...found.keys()].sort((a, b) => (found.get(a) ?? 0) - (found.get(b) ?? 0));
    this.#count = questions.length;
    this.#numbers = new Map(stems.map((stem, number) => [stem, number]));
    const weights = Float64Array.from(stems, (stem) => wordWeight(stem, found.get(stem) ?? 0, texts.size));
    this.#vocabulary = {
      weights,
      meanings: Float64Array.from(stems, (stem, number) => meaningOf(stem, weights[number] ?? 0)),
      kinds: Uint8Array.from(stems, wordKind),
    };
  }

  compare(a: QuestionAndAnswer, b: QuestionAndAnswer): { words: Comparison; answers: Answers } {
    const keys = [answerKey(a.correct_answer), answerKey(b.correct_answer)] as const;
    const weigh = (key: string) => answerWeight(knownAnswers(key), this.#answers.get(key) ?? 0, this.#count);
    return {
      words: compareWords(this.#setOf(a.question_text), this.#setOf(b.question_text), this.#vocabulary),
      answers: {
        relation: relateAnswers(a.correct_answer, b.correct_answer),
        weight: Math.min(weigh(keys[0]), weigh(keys[1])),
      },
    };
  }

  #setOf(text: string): WordSet {
    const numbers = new Set(rootWords(text).flatMap((stem) => this.#numbers.get(stem) ?? []));
    const tokens = Uint32Array.from(numbers).sort();
    return { tokens, start: 0, end: tokens.length };
  }
}
