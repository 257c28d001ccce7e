import { answerKey } from '../answers/answer-check.ts';
import { textKey } from '../text/text.ts';
import { type AnswerRelation, relateAnswers } from './compare-answers.ts';
import { type Comparison, compareWords, wordKind } from './compare-words.ts';
import { exactKey } from './exact-key.ts';
import { isSameWording, judge, type Relation, type Thresholds } from './judge.ts';
import { stemWords } from './stems.ts';
import type { QuestionAndAnswer, WordCounts } from './word-counts.ts';

export interface QuestionJudgement {
  relation: Exclude<Relation, 'sibling'> | null;
  likeness: number;
}

/** Judges one question against others as the analysis of duplicates does, one pair at a time. */
export class QuestionJudge {
  readonly #question: QuestionAndAnswer;
  readonly #counts: WordCounts;
  readonly #answerWeight: number;
  /** The question's own words by number, and what is known of each; words that only another one has follow behind. */
  readonly #words: ReadonlyMap<string, number>;
  readonly #tokens: Uint32Array;
  readonly #weights: readonly number[];
  readonly #kinds: readonly number[];

  constructor(question: QuestionAndAnswer, counts: WordCounts) {
    const stems = [...new Set(stemWords(question.question_text))];
    this.#question = question;
    this.#counts = counts;
    this.#answerWeight = counts.answerWeightOf(answerKey(question.correct_answer));
    this.#words = new Map(stems.map((stem, number) => [stem, number]));
    this.#tokens = Uint32Array.from(stems.keys());
    this.#weights = stems.map((stem) => counts.weightOf(stem));
    this.#kinds = stems.map(wordKind);
  }

  judge(other: QuestionAndAnswer, thresholds: Thresholds): QuestionJudgement {
    const { words, answers, weight } = this.compare(other);
    if (answers === 'same' && words.similarity === 1 && haveSameText(this.#question, other)) {
      return { relation: 'exact', likeness: 1 };
    }
    return judge(words, answers, weight, thresholds);
  }

  /** By the words alone, whatever the answers: for callers who may not see those. */
  asksTheSame(other: QuestionAndAnswer, { wording }: Thresholds): { same: boolean; likeness: number } {
    const words = this.#compareWords(other.question_text);
    const same = isSameWording(words, wording) || (words.similarity === 1 && haveSameText(this.#question, other));
    return { same, likeness: words.similarity };
  }

  compare(other: QuestionAndAnswer): { words: Comparison; answers: AnswerRelation; weight: number } {
    return {
      words: this.#compareWords(other.question_text),
      answers: relateAnswers(this.#question.correct_answer, other.correct_answer),
      weight: this.#answerWeight,
    };
  }

  /** With a dictionary of the two texts alone. */
  #compareWords(text: string): Comparison {
    const stems = [...new Set(stemWords(text))];
    const lone = stems.filter((stem) => !this.#words.has(stem));
    const shared = stems.flatMap((stem) => this.#words.get(stem) ?? []).sort((a, b) => a - b);
    const own = this.#tokens.length;
    const tokens = Uint32Array.from([...shared, ...lone.map((_, index) => own + index)]);
    return compareWords(
      { tokens: this.#tokens, start: 0, end: own },
      { tokens, start: 0, end: tokens.length },
      {
        weights: Float64Array.from([...this.#weights, ...lone.map((stem) => this.#counts.weightOf(stem))]),
        kinds: Uint8Array.from([...this.#kinds, ...lone.map(wordKind)]),
      },
    );
  }
}

function haveSameText(a: QuestionAndAnswer, b: QuestionAndAnswer): boolean {
  const keyOf = ({ question_text }: QuestionAndAnswer) => exactKey(question_text, textKey(question_text));
  return keyOf(a) === keyOf(b);
}
