import { QUESTION_STATUSES, type QuestionDraft } from '../../../client/src/index.ts';
import { bounded } from '../text.ts';
import { type Tool, tool } from '../tool.ts';
import { ID } from './filter.ts';

const MAX_CREATED = 20;

const answers = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 1000 }, maxItems: 20 };
const FIELDS = {
  question_text: { type: 'string', minLength: 1, maxLength: 4000 },
  kind: {
    type: 'string',
    enum: ['text', 'choice', 'true_false', 'choices', 'number', 'order', 'match', 'gaps', 'essay'],
    description: 'How it is answered. Left out: by `key`, else choice with incorrect_answers and text without.',
  },
  correct_answer: { type: 'string', minLength: 1, maxLength: 4000, description: 'Required unless `key` gives it.' },
  key: {
    type: 'object',
    description:
      'choices: {right: [texts]}. number: {value, tolerance or relative_tolerance, unit, units: [{name, factor}]}. order: {sequence: [texts]}. match: {pairs: [{prompt, answer}], extra}. gaps: {gaps: [{answer, accepted, options}]} for [[1]], [[2]] in question_text. essay: {guidance, min_words, max_words}.',
  },
  scoring: {
    type: 'string',
    enum: ['all_or_nothing', 'partial'],
    description: 'Default: partial for choices, order, match and gaps.',
  },
  category: { type: 'string', minLength: 1, maxLength: 100, description: 'A name from list_categories.' },
  difficulty: { type: 'integer', minimum: 0, maximum: 2, description: '0 Basic, 1 Intermediate, 2 Advanced.' },
  topic_focus: { type: 'string', minLength: 1, maxLength: 100, description: 'A refinement inside the category.' },
  accepted_answers: { ...answers, description: 'Other correct answers.' },
  incorrect_answers: { ...answers, description: 'Incorrect options, which make it a choice question.' },
  explanation: { type: 'string', minLength: 1, maxLength: 4000, description: 'Why the answer is correct.' },
  tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 20 },
  language: { type: 'string', minLength: 2, maxLength: 35, description: 'BCP 47, such as "en".' },
  source: { type: 'string', minLength: 1, maxLength: 500 },
  license: { type: 'string', minLength: 1, maxLength: 100 },
};

type Fields = Omit<QuestionDraft, 'external_id' | 'status'>;
type Status = 'draft' | 'ready' | 'archived';

interface Creation {
  questions: Fields[];
  status?: 'draft' | 'ready';
  allow_duplicates?: boolean;
}

interface Change extends Partial<Fields> {
  id: string;
  version: number;
  status?: Status;
}

export const writeQuestions: readonly Tool[] = [
  tool<Creation>({
    name: 'create_questions',
    title: 'Create questions',
    description:
      `Adds 1 to ${MAX_CREATED} questions, all or none. They are drafts, which players do not see, unless \`status\` is "ready"; leave that to people. ` +
      'Questions that already exist are rejected, naming the existing ones, unless `allow_duplicates` is set. Returns the id and version of each. Needs questions:write; recorded in the audit log.',
    readOnly: false,
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_CREATED,
        items: {
          type: 'object',
          properties: FIELDS,
          required: ['question_text', 'category', 'difficulty'],
          additionalProperties: false,
        },
      },
      status: { type: 'string', enum: ['draft', 'ready'], default: 'draft' },
      allow_duplicates: { type: 'boolean', default: false },
    },
    required: ['questions'],
    run: async ({ questions, status = 'draft', allow_duplicates = false }, { quaestor, options }) => {
      const created = await quaestor.questions.createMany(
        questions.map((question) => ({ ...question, status })),
        { on_duplicate: allow_duplicates ? 'allow' : 'reject' },
        options,
      );
      const data = 'data' in created ? created.data : [];
      const shown = (data as { id: string; version: number }[]).map(({ id, version }) => ({ id, version, status }));
      return [{ type: 'text', text: JSON.stringify({ created: shown }) }];
    },
  }),
  tool<Change>({
    name: 'update_question',
    title: 'Change a question',
    description:
      'Changes the given fields of a question and keeps the others, for example a wrong `correct_answer`, or `status` from "draft" to "ready". `version` is the one that get_question ' +
      'returned. If somebody has changed the question since, nothing happens, and the error is 412: read the question again. Returns the changed question. Needs questions:write; recorded in the audit log.',
    readOnly: false,
    properties: {
      id: ID,
      version: { type: 'integer', minimum: 1, description: 'As returned by get_question.' },
      ...FIELDS,
      status: { type: 'string', enum: [...QUESTION_STATUSES] },
    },
    required: ['id', 'version'],
    run: async ({ id, version, ...change }, { quaestor, options }) => {
      const question = await quaestor.questions.patch(id, change, { ...options, ifVersion: version });
      return [{ type: 'text', text: bounded(question, `See quaestor://questions/${id} for the whole text.`) }];
    },
  }),
];
