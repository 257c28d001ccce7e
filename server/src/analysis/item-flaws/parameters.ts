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
/** Hints are for those who ask for them. */
const USUAL_RULE_IDS = FLAW_RULES.filter((rule) => rule.hint !== true).map((rule) => rule.id);
const ruleId = Type.Unsafe<string>({ type: 'string', enum: RULE_IDS });

const termList = (name: keyof LintSettings['lists']) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 500,
      default: termsOf(DEFAULT_LINT_SETTINGS, name),
      description: `Words and phrases of ${name}, compared as they stand; they replace the usual ones.`,
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
          'The rules that count. By default all but hints, which editors would act on in fewer than four of five cases.',
      }),
    ),
    exclude_rules: Type.Optional(
      Type.Array(ruleId, {
        maxItems: RULE_IDS.length,
        uniqueItems: true,
        default: [],
        description: 'Rules that do not count.',
      }),
    ),
    severity_min: Type.Optional(
      Type.Unsafe<Severity>({
        type: 'string',
        enum: ['info', 'warning', 'error'],
        default: 'info',
        description: 'Rules below this severity do not count.',
      }),
    ),
    lists: Type.Optional(
      Type.Object(Object.fromEntries(TERM_LIST_NAMES.map((name) => [name, termList(name)])), {
        additionalProperties: false,
        default: {},
        description: 'Word lists of your own.',
      }),
    ),
    max_question_words: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 40,
        description: 'A longer question says more than it needs.',
      }),
    ),
    max_answer_words: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 8, description: 'A longer answer cannot be checked.' }),
    ),
    top_n: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 50, default: 5, description: 'Examples of each rule in the result.' }),
    ),
  },
  { additionalProperties: false },
);

/** Whether the masks that were stored with the questions were computed with these settings. */
export function isUsualLint({ lists, max_question_words, max_answer_words }: FlawParameters): boolean {
  if (max_question_words !== DEFAULT_LINT_SETTINGS.max_question_words) return false;
  if (max_answer_words !== DEFAULT_LINT_SETTINGS.max_answer_words) return false;
  const given = { ...DEFAULT_LINT_SETTINGS, lists };
  return TERM_LIST_NAMES.every(
    (name) => JSON.stringify(termsOf(given, name)) === JSON.stringify(termsOf(DEFAULT_LINT_SETTINGS, name)),
  );
}
