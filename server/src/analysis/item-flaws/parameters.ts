import { Type } from 'typebox';
import { FLAW_RULES, type LintSettings, type Severity } from '../../domain/flaws/lint.ts';
import { DEFAULT_LINT_SETTINGS, TERM_LIST_NAMES, termsOf } from '../../domain/flaws/settings.ts';

export interface FlawParameters {
  rules: readonly string[];
  exclude_rules: readonly string[];
  severity_min: Severity;
  lists: LintSettings['lists'];
  max_question_words: number;
  max_answer_words: number;
  top_n: number;
}

const RULE_IDS = FLAW_RULES.map((rule) => rule.id);
/** Hints are off by default. */
const USUAL_RULE_IDS = FLAW_RULES.filter((rule) => rule.hint !== true).map((rule) => rule.id);
const ruleId = Type.Unsafe<string>({ type: 'string', enum: RULE_IDS });

const termList = (name: keyof LintSettings['lists']) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 500,
      default: termsOf(DEFAULT_LINT_SETTINGS, name),
      description: `Words and phrases of ${name}, compared literally; they replace the default ones.`,
    }),
  );

export const parametersSchema = Type.Object(
  {
    rules: Type.Optional(
      Type.Array(ruleId, {
        minItems: 1,
        maxItems: RULE_IDS.length,
        uniqueItems: true,
        default: USUAL_RULE_IDS,
        description:
          'The rules to apply. By default all except hints, which editors would act on in fewer than four of five cases.',
      }),
    ),
    exclude_rules: Type.Optional(
      Type.Array(ruleId, {
        maxItems: RULE_IDS.length,
        uniqueItems: true,
        default: [],
        description: 'Rules to leave out.',
      }),
    ),
    severity_min: Type.Optional(
      Type.Unsafe<Severity>({
        type: 'string',
        enum: ['info', 'warning', 'error'],
        default: 'info',
        description: 'Minimum severity of the rules to apply.',
      }),
    ),
    lists: Type.Optional(
      Type.Object(Object.fromEntries(TERM_LIST_NAMES.map((name) => [name, termList(name)])), {
        additionalProperties: false,
        default: {},
        description: 'Your own word lists.',
      }),
    ),
    max_question_words: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 40,
        description: 'Maximum number of words in a question before it is flagged as too long.',
      }),
    ),
    max_answer_words: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 8,
        description: 'Maximum number of words in an answer that can be checked.',
      }),
    ),
    top_n: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 50,
        default: 5,
        description: 'Maximum number of examples per rule in the result.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Whether these are the settings with which the stored masks were computed. */
export function isUsualLint({ lists, max_question_words, max_answer_words }: FlawParameters): boolean {
  if (max_question_words !== DEFAULT_LINT_SETTINGS.max_question_words) return false;
  if (max_answer_words !== DEFAULT_LINT_SETTINGS.max_answer_words) return false;
  const given = { ...DEFAULT_LINT_SETTINGS, lists };
  return TERM_LIST_NAMES.every(
    (name) => JSON.stringify(termsOf(given, name)) === JSON.stringify(termsOf(DEFAULT_LINT_SETTINGS, name)),
  );
}
