import type { AnswerType } from '../../domain/flaws/answer-type.ts';
import type { Severity } from '../../domain/flaws/rule.ts';
import type { Sentence } from '../../domain/sentences/sentence.ts';
import type { CommonResult } from '../analysis-type.ts';

export interface RuleResult {
  id: string;
  title: Sentence;
  severity: Severity;
  count: number;
  /** Percentage of all questions. */
  pct: number;
  examples: readonly { question_id: string }[];
}

export interface AnswerTypeResult {
  type: AnswerType;
  count: number;
  pct: number;
}

/** The number of answers that are true or yes, and false or no. */
export interface TrueFalse {
  true: number;
  false: number;
}

export interface FlawSummary {
  questions: number;
  clean: number;
  clean_pct: number;
  flaws: number;
  flaws_per_question: number;
  dismissed: number;
  true_false: TrueFalse;
  by_number_of_flaws: readonly { flaws: number; questions: number }[];
  by_category: readonly { category: string; questions: number; clean_pct: number; flaws_per_question: number }[];
}

export interface KeyAudit {
  answer_types: readonly AnswerTypeResult[];
  by_category: readonly ({ category: string } & Readonly<Record<AnswerType, number>>)[];
  multi_answer_keys: number;
  format_variants: number;
  redundant_accepted_answers: number;
  missing_units: number;
  too_long_answers: number;
}

export interface FlawResult extends CommonResult {
  summary: FlawSummary;
  rules: readonly RuleResult[];
  key_audit: KeyAudit;
}
