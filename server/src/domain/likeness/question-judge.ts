import { answerKey } from '../answer-check.ts';
import { textKey } from '../text.ts';
import { type AnswerRelation, relateAnswers } from './compare-answers.ts';
import { type Comparison, compareWords, wordKind } from './compare-words.ts';
import { exactKey } from './exact-key.ts';
import { judge, type Relation, type Thresholds } from './judge.ts';
import { stemWords } from './stems.ts';
import type { QuestionAndAnswer, WordCounts } from './word-counts.ts';

export interface QuestionJudgement {
  relation: Exclude<Relation, 'sibling'> | null;
  likeness: number;
}

/** Judges one question against others as the analysis of duplicates does, one pair at a time. */
export class QuestionJudge {
  readonly #question: QuestionAndAnswer;
  readonly #stems: ReadonlySet<string>;
  readonly #counts: WordCounts;

  constructor(question: QuestionAndAnswer, counts: WordCounts) {
    this.#question = question;
    this.#stems = new Set(stemWords(question.question_text));
    this.#counts = counts;
  }

  judge(other: QuestionAndAnswer, thresholds: Thresholds): QuestionJudgement {
    const { words, answers, weight } = this.compare(other);
    if (answers === 'same' && words.similarity === 1 && haveSameText(this.#question, other)) {
      return { relation: 'exact', likeness: 1 };
    }
    return judge(words, answers, weight, thresholds);
  }

  compare(other: QuestionAndAnswer): { words: Comparison; answers: AnswerRelation; weight: number } {
    const key = answerKey(this.#question.correct_answer);
    return {
      words: compareStems(this.#stems, new Set(stemWords(other.question_text)), this.#counts),
      answers: relateAnswers(this.#question.correct_answer, other.correct_answer),
      weight: this.#counts.answerWeightOf(key),
    };
  }
}

function haveSameText(a: QuestionAndAnswer, b: QuestionAndAnswer): boolean {
  const keyOf = ({ question_text }: QuestionAndAnswer) => exactKey(question_text, textKey(question_text));
  return keyOf(a) === keyOf(b);
}

/** With a dictionary of the two texts alone. */
function compareStems(left: ReadonlySet<string>, right: ReadonlySet<string>, counts: WordCounts): Comparison {
  const stems = [...left.union(right)];
  const setOf = (words: ReadonlySet<string>) => {
    const tokens = Uint32Array.from(stems.keys()).filter((number) => words.has(stems[number] ?? ''));
    return { tokens, start: 0, end: tokens.length };
  };
  return compareWords(setOf(left), setOf(right), {
    weights: Float64Array.from(stems, (stem) => counts.weightOf(stem)),
    kinds: Uint8Array.from(stems, wordKind),
  });
}
