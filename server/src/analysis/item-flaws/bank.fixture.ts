import demo from '../../../demo/questions.json' with { type: 'json' };
import { storedAnswerType } from '../../domain/flaws/answer-type.ts';
import { compileLinter, FLAW_RULES } from '../../domain/flaws/lint.ts';
import type { FlawRow, TextRow } from '../analysis-type.ts';
import type { FlawParameters } from './parameters.ts';

/** Parameters with all rules, including hints. */
export const USUAL: FlawParameters = {
  rules: FLAW_RULES.map((rule) => rule.id),
  exclude_rules: [],
  severity_min: 'info',
  lists: {},
  max_question_words: 40,
  max_answer_words: 8,
  top_n: 5,
};

/** Parameters as the service fills them in. */
export const DEFAULTS: FlawParameters = {
  ...USUAL,
  rules: FLAW_RULES.filter((rule) => rule.hint !== true).map((rule) => rule.id),
};

/** Ids are ascending, like those of the bank. */
export function textRow(index: number, given: Partial<TextRow>): TextRow {
  return {
    id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    category: 'Science',
    difficulty: 1,
    topic_focus: null,
    language: 'en',
    question_text: 'Which planet is closest to the Sun?',
    correct_answer: 'Mercury',
    accepted_answers: [],
    incorrect_answers: [],
    ...given,
  };
}

export const DEMO_IDS = demo.map((question) => question.external_id);
export const DEMO: readonly TextRow[] = demo.map(({ external_id: _id, tags: _tags, ...given }, index) =>
  textRow(index, given as Partial<TextRow>),
);

/** Rows as the database groups them: by category, mask and kind of answer, with ids if there is a flaw. */
export function groupRows(rows: readonly TextRow[]): FlawRow[] {
  const linter = compileLinter();
  const judged = rows.map((row) => ({
    row,
    flaws: linter.mask(row),
    answer_type: storedAnswerType(row.correct_answer),
  }));
  const groups = Map.groupBy(judged, ({ row, flaws, answer_type }) => `${flaws} ${answer_type} ${row.category}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { row, flaws, answer_type } = first;
    const members = flaws === 0 ? [] : group.map((one) => one.row);
    return [
      {
        category: row.category,
        flaws,
        dismissed: 0,
        answer_type,
        count: group.length,
        ids: members.map((one) => one.id),
        versions: members.map((one) => one.version),
      },
    ];
  });
}
