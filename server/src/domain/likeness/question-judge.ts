import { answerKey } from '../answers/answer-check.ts';
import { wordsOfKey } from '../text/split-words.ts';
import { textKey } from '../text/text.ts';
import { asksSomething } from './asks.ts';
import { answerWords, relateAnswers } from './compare-answers.ts';
import { type Comparison, compareWords, wordKind } from './compare-words.ts';
import { contradict, type Traits } from './contradiction.ts';
import { exactKey } from './exact-key.ts';
import {
  type Answers,
  evidenceOf,
  isSameWording,
  judge,
  likeness,
  type Relation,
  type Thresholds,
  USUAL_ANSWER,
} from './judge.ts';
import { mayBeOneAnswer } from './one-answer.ts';
import { particularsOf } from './particulars.ts';
import { rootWords } from './roots.ts';
import type { QuestionAndAnswer, WordCounts } from './word-counts.ts';
import { neighbourOf, wordOrder } from './word-order.ts';

interface QuestionJudgement {
  relation: Exclude<Relation, 'sibling'> | null;
  likeness: number;
}

/** Compares one question with others like the analysis of duplicates, one pair at a time. */
export class QuestionJudge {
  readonly #question: QuestionAndAnswer;
  readonly #counts: WordCounts;
  readonly #answerWeight: number;
  /**
   * The words of the question by number, with what is known about each; words that only another question has are
   * appended.
   */
  readonly #words: ReadonlyMap<string, number>;
  readonly #tokens: Uint32Array;
  readonly #weights: readonly number[];
  readonly #meanings: readonly number[];
  readonly #kinds: readonly number[];

  constructor(question: QuestionAndAnswer, counts: WordCounts) {
    const roots = [...new Set(rootWords(question.question_text))];
    this.#question = question;
    this.#counts = counts;
    this.#answerWeight = counts.answerWeightOf(answerKey(question.correct_answer));
    this.#words = new Map(roots.map((root, number) => [root, number]));
    this.#tokens = Uint32Array.from(roots.keys());
    this.#weights = roots.map((root) => counts.weightOf(root));
    this.#meanings = roots.map((root) => counts.meaningOf(root));
    this.#kinds = roots.map(wordKind);
  }

  judge(other: QuestionAndAnswer, thresholds: Thresholds): QuestionJudgement {
    const { words, answers } = this.compare(other);
    if (answers.relation === 'same' && words.similarity === 1 && haveSameText(this.#question, other)) {
      return { relation: 'exact', likeness: 1 };
    }
    const isVariant =
      answers.relation === 'different' &&
      isSameWording(words, thresholds.wording) &&
      mayHaveOneAnswer(this.#question, other);
    const { relation, weight } = answers;
    return judge(words, { relation: isVariant ? 'alike' : relation, weight }, thresholds, () =>
      mayContradict(this.#question, other),
    );
  }

  /** Judges by the words alone, whatever the answers, for callers who may not see answers. */
  asksTheSame(other: QuestionAndAnswer, { wording }: Thresholds): { same: boolean; likeness: number } {
    const words = this.#compareWords(other.question_text);
    const same = isSameWording(words, wording) || (words.similarity === 1 && haveSameText(this.#question, other));
    return { same, likeness: same && words.similarity === 1 ? 1 : likeness(evidenceOf(words, USUAL_ANSWER)) };
  }

  compare(other: QuestionAndAnswer): { words: Comparison; answers: Answers } {
    const weight = this.#counts.answerWeightOf(answerKey(other.correct_answer));
    return {
      words: this.#compareWords(other.question_text),
      answers: {
        relation: relateAnswers(this.#question.correct_answer, other.correct_answer),
        weight: Math.min(this.#answerWeight, weight),
      },
    };
  }

  /** Uses a dictionary of only the two texts. */
  #compareWords(text: string): Comparison {
    const roots = [...new Set(rootWords(text))];
    const lone = roots.filter((root) => !this.#words.has(root));
    const shared = roots.flatMap((root) => this.#words.get(root) ?? []).sort((a, b) => a - b);
    const own = this.#tokens.length;
    const tokens = Uint32Array.from([...shared, ...lone.map((_, index) => own + index)]);
    return compareWords(
      { tokens: this.#tokens, start: 0, end: own },
      { tokens, start: 0, end: tokens.length },
      {
        weights: Float64Array.from([...this.#weights, ...lone.map((root) => this.#counts.weightOf(root))]),
        meanings: Float64Array.from([...this.#meanings, ...lone.map((root) => this.#counts.meaningOf(root))]),
        kinds: Uint8Array.from([...this.#kinds, ...lone.map(wordKind)]),
      },
    );
  }
}

function haveSameText(a: QuestionAndAnswer, b: QuestionAndAnswer): boolean {
  const keyOf = ({ question_text }: QuestionAndAnswer) => exactKey(question_text, textKey(question_text));
  return keyOf(a) === keyOf(b);
}

/** Whether different answers to one wording contradict each other; see the README. */
export function mayContradict(a: QuestionAndAnswer, b: QuestionAndAnswer): boolean {
  return contradict(traitsOf(a), traitsOf(b));
}

function traitsOf({ question_text, correct_answer }: QuestionAndAnswer): Traits {
  const key = textKey(question_text);
  const words = wordsOfKey(exactKey(question_text, key));
  return {
    answer: answerWords(correct_answer),
    asks: asksSomething(question_text, words),
    order: wordOrder(rootWords(question_text).map(neighbourOf)),
    particulars: particularsOf(question_text, words),
  };
}

/** Whether different answers to one wording may be one answer: one question accepts the other's, or they are similar. */
function mayHaveOneAnswer(a: QuestionAndAnswer, b: QuestionAndAnswer): boolean {
  return accepts(a, b) || accepts(b, a) || mayBeOneAnswer(answerWords(a.correct_answer), answerWords(b.correct_answer));
}

function accepts({ accepted_answers = [] }: QuestionAndAnswer, { correct_answer }: QuestionAndAnswer): boolean {
  const key = answerKey(correct_answer);
  return accepted_answers.some((accepted) => answerKey(accepted) === key);
}
