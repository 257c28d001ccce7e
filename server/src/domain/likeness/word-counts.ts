import { answerKey } from '../answers/answer-check.ts';
import { rootWords } from './roots.ts';
import { answerWeight, knownAnswers, meaningOf, wordWeight } from './weights.ts';

export interface QuestionAndAnswer {
  question_text: string;
  correct_answer: string;
  /** Other right answers, where they are known. */
  accepted_answers?: readonly string[];
}

/** The number of questions in which each word and answer occurs, to distinguish rare from common ones. */
export class WordCounts {
  #questions = 0;
  readonly #words = new Map<string, number>();
  readonly #answers = new Map<string, number>();

  count({ question_text, correct_answer }: QuestionAndAnswer): void {
    this.#questions += 1;
    for (const root of new Set(rootWords(question_text))) add(this.#words, root);
    add(this.#answers, answerKey(correct_answer));
  }

  weightOf(root: string): number {
    return wordWeight(root, this.#words.get(root) ?? 0, this.#questions);
  }

  meaningOf(root: string): number {
    return meaningOf(root, this.weightOf(root));
  }

  answerWeightOf(key: string): number {
    return answerWeight(knownAnswers(key), this.#answers.get(key) ?? 0, this.#questions);
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
