import { answerKey } from '../answer-check.ts';
import { splitWords } from '../split-words.ts';
import { textKey } from '../text.ts';
import { type AnswerRelation, areAlike } from './compare-answers.ts';
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
  readonly #key: string;
  readonly #counts: WordCounts;

  constructor(question: QuestionAndAnswer, counts: WordCounts) {
    this.#question = question;
    this.#key = keyOf(question.question_text);
    this.#counts = counts;
  }

  judge(other: QuestionAndAnswer, thresholds: Thresholds): QuestionJudgement {
    const { words, answers, weight } = this.compare(other);
    if (answers === 'same' && keyOf(other.question_text) === this.#key) return { relation: 'exact', likeness: 1 };
    return judge(words, answers, weight, thresholds);
  }

  compare(other: QuestionAndAnswer): { words: Comparison; answers: AnswerRelation; weight: number } {
    const key = answerKey(this.#question.correct_answer);
    return {
      words: compareTexts(this.#question.question_text, other.question_text, this.#counts),
      answers: relateAnswers(this.#question.correct_answer, other.correct_answer),
      weight: this.#counts.answerWeightOf(key),
    };
  }
}

function keyOf(text: string): string {
  return exactKey(text, textKey(text));
}

export function relateAnswers(a: string, b: string): AnswerRelation {
  if (answerKey(a) === answerKey(b)) return 'same';
  return areAlike(splitWords(a), splitWords(b)) ? 'alike' : 'different';
}

/** With a dictionary of the two texts alone. */
function compareTexts(a: string, b: string, counts: WordCounts): Comparison {
  const [left, right] = [new Set(stemWords(a)), new Set(stemWords(b))];
  const stems = [...left.union(right)];
  const setOf = (words: Set<string>) => {
    const tokens = Uint32Array.from(stems.keys()).filter((number) => words.has(stems[number] ?? ''));
    return { tokens, start: 0, end: tokens.length };
  };
  return compareWords(setOf(left), setOf(right), {
    weights: Float64Array.from(stems, (stem) => counts.weightOf(stem)),
    kinds: Uint8Array.from(stems, wordKind),
  });
}
