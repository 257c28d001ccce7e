import { AFFIRMATIVE, ANSWER_TYPES, type AnswerType, nameAnswerType } from '../../domain/flaws/answer-type.ts';
import { FLAW_RULES, FLAWS_VERSION } from '../../domain/flaws/lint.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { type Warning, warning } from '../warning.ts';
import { chosenRules } from './chosen-rules.ts';
import { type FlawParameters, isUsualLint } from './parameters.ts';
import { drawPlots } from './plots.ts';
import type { AnswerTypeResult, FlawResult, FlawSummary, KeyAudit, RuleResult } from './result.ts';
import { type CategoryTally, type Counts, sumCategories, type Tally } from './tally.ts';

/** The maximum number of categories in each list of the result; the largest are kept. */
export const MAX_CATEGORIES = 1000;

export function surveyFlaws(tally: Tally, parameters: FlawParameters): FlawResult {
  const whole = sumCategories(tally);
  const categories = tally.categories.toSorted((left, right) => right.questions - left.questions);
  const listed = categories.slice(0, MAX_CATEGORIES);
  const rules = chosenRules(parameters).map((rule): RuleResult => {
    const count = whole.by_rule[rule.bit] ?? 0;
    const examples = (tally.examples[rule.bit] ?? []).map((question_id) => ({ question_id }));
    const { id, severity } = rule;
    return {
      id,
      title: say(`terms.flaw_title.${id}`),
      severity,
      count,
      pct: percentOf(count, whole.questions),
      examples,
    };
  });
  const key_audit = auditKeys(whole, listed);
  return {
    summary: summarise(whole, listed, tally),
    rules,
    key_audit,
    warnings: [...warn(rules), ...warnOfDismissed(tally.dismissed ?? 0)],
    method: describeMethod(rules.length, parameters),
    plots: drawPlots(rules, key_audit.answer_types, categories, whole.questions),
  };
}

function percentOf(count: number, whole: number): number {
  return (100 * count) / whole;
}

function summarise(whole: Counts, categories: readonly CategoryTally[], tally: Tally): FlawSummary {
  const affirmative = whole.by_answer_type[AFFIRMATIVE] ?? 0;
  return {
    questions: whole.questions,
    clean: whole.clean,
    clean_pct: percentOf(whole.clean, whole.questions),
    flaws: whole.flaws,
    flaws_per_question: whole.flaws / whole.questions,
    dismissed: tally.dismissed ?? 0,
    true_false: { true: affirmative, false: typeCounts(whole).boolean - affirmative },
    by_number_of_flaws: tally.by_flags.map((questions, flaws) => ({ flaws, questions })),
    by_category: categories.map(({ category, questions, clean, flaws }) => ({
      category,
      questions,
      clean_pct: percentOf(clean, questions),
      flaws_per_question: flaws / questions,
    })),
  };
}

/** Counts the problems of the answers, regardless of the chosen rules. */
function auditKeys(whole: Counts, categories: readonly CategoryTally[]): KeyAudit {
  const count = (id: string) => whole.by_rule[FLAW_RULES.find((rule) => rule.id === id)?.bit ?? -1] ?? 0;
  return {
    answer_types: answerTypes(whole),
    by_category: categories.map((one) => ({ category: one.category, ...typeCounts(one) })),
    multi_answer_keys: count('multi_answer_key'),
    format_variants: count('answer_format'),
    redundant_accepted_answers: count('redundant_accepted'),
    missing_units: count('missing_unit'),
    too_long_answers: count('answer_too_long'),
  };
}

function typeCounts({ by_answer_type }: Counts): Record<AnswerType, number> {
  const counts = Object.fromEntries(ANSWER_TYPES.map((type) => [type, 0])) as Record<AnswerType, number>;
  for (const [stored, count] of by_answer_type.entries()) counts[nameAnswerType(stored)] += count;
  return counts;
}

function answerTypes(whole: Counts): AnswerTypeResult[] {
  return Object.entries(typeCounts(whole)).map(([type, count]) => ({
    type: type as AnswerType,
    count,
    pct: percentOf(count, whole.questions),
  }));
}

function warn(rules: readonly RuleResult[]): Warning[] {
  return rules.length > 0 ? [] : [warning('no_rules', 'item_flaws.no_rules', 0)];
}

function describeMethod(rules: number, parameters: FlawParameters): Sentence {
  const { max_question_words, max_answer_words } = parameters;
  return say('methods.item_flaws', {
    rules,
    all: FLAW_RULES.length,
    version: FLAWS_VERSION,
    lists: isUsualLint({ ...parameters, max_question_words: 40, max_answer_words: 8 }) ? 'default' : 'own',
    question_words: max_question_words,
    answer_words: max_answer_words,
  });
}
