import { Type } from 'typebox';
import { ANSWER_TYPES } from '../../domain/flaws/answer-type.ts';
import { SEVERITIES } from '../../domain/flaws/rule.ts';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';
import { MAX_CATEGORIES } from './survey.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const pct = Type.Number({ minimum: 0, maximum: 100 });
const severity = Type.Unsafe<string>({ type: 'string', enum: SEVERITIES });

const rule = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    severity,
    count,
    pct,
    examples: Type.Array(Type.Object({ question_id: Type.String() }, closed), {
      maxItems: 50,
      description: 'The first top_n questions with a flag of this rule; the items list all of them.',
    }),
  },
  closed,
);

const summary = Type.Object(
  {
    questions: count,
    clean: Type.Integer({ minimum: 0, description: 'Number of questions without a flag of a chosen rule.' }),
    clean_pct: pct,
    flaws: Type.Integer({
      minimum: 0,
      description: 'Number of flags of the chosen rules; a question may have several.',
    }),
    flaws_per_question: Type.Number({ minimum: 0 }),
    dismissed: Type.Integer({
      minimum: 0,
      description: 'Number of dismissed flags of the chosen rules, which are left out.',
    }),
    true_false: Type.Object(
      { true: count, false: count },
      { ...closed, description: 'Number of questions whose answer is true or yes, and false or no.' },
    ),
    by_number_of_flaws: Type.Array(Type.Object({ flaws: count, questions: count }, closed)),
    by_category: Type.Array(
      Type.Object(
        { category: Type.String(), questions: count, clean_pct: pct, flaws_per_question: Type.Number() },
        closed,
      ),
      { maxItems: MAX_CATEGORIES, description: 'Largest categories first.' },
    ),
  },
  closed,
);

const answerType = Type.Unsafe<string>({ type: 'string', enum: ANSWER_TYPES });

const keyAudit = Type.Object(
  {
    answer_types: Type.Array(Type.Object({ type: answerType, count, pct }, closed)),
    by_category: Type.Array(
      Type.Object(
        { category: Type.String(), ...Object.fromEntries(ANSWER_TYPES.map((type) => [type, count])) },
        closed,
      ),
      { maxItems: MAX_CATEGORIES, description: 'Number of answers per kind; largest categories first.' },
    ),
    multi_answer_keys: Type.Integer({ minimum: 0, description: 'Answers of several parts without accepted answers.' }),
    format_variants: Type.Integer({
      minimum: 0,
      description: 'Answers with a full stop, quotation marks or an article.',
    }),
    redundant_accepted_answers: Type.Integer({
      minimum: 0,
      description: 'Questions that accept the same answer twice.',
    }),
    missing_units: Type.Integer({ minimum: 0, description: 'Questions that ask for a measure without a unit.' }),
    too_long_answers: count,
  },
  { ...closed, description: 'Problems with the answers, regardless of the chosen rules.' },
);

export const resultSchema = Type.Object(
  {
    summary,
    rules: Type.Array(rule, { description: 'All chosen rules, including those without flags.' }),
    key_audit: keyAudit,
    ...resultParts,
  },
  closed,
);

const span = Type.Object(
  {
    field: Type.Unsafe<string>({ type: 'string', enum: ['question_text', 'correct_answer'] }),
    start: Type.Integer({ minimum: 0, description: 'In UTF-16 code units.' }),
    end: Type.Integer({ minimum: 0, description: 'One past the last code unit.' }),
  },
  closed,
);

export const itemSchema = Type.Object(
  {
    question_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    version: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    severity,
    ...shownQuestion,
    flags: Type.Array(
      Type.Object({ rule: Type.String(), severity, spans: Type.Array(span), fix_hint: Type.String() }, closed),
    ),
  },
  closed,
);
