import { bounded, PAGING, type Paging, pageText, text } from '../text.ts';
import { type Tool, tool } from '../tool.ts';
import { FILTER, type Filter, ID } from './filter.ts';

interface Draw extends Omit<Filter, 'status'> {
  count?: number;
  seed?: string;
}

const { status: _status, ...DRAW_FILTER } = FILTER;

export const readQuestions: readonly Tool[] = [
  tool<Filter & Paging>({
    name: 'search_questions',
    title: 'Search questions',
    description:
      'Finds questions by words, category, level, topic, tag or status, in order of creation. Use it to look around, to find the id of a question, ' +
      'or to see whether something is already asked. Returns `data` with whole questions, the total and `next_cursor`. ' +
      'A token that may only play gets `options` in place of answers, and ready questions only. At most 50 at a time; fewer where they are long.',
    readOnly: true,
    properties: { ...FILTER, ...PAGING },
    run: ({ limit, ...query }, { quaestor, options }) =>
      pageText({ ...(limit !== undefined && { limit }) }, 'get_question shows one of them.', (size) =>
        quaestor.questions.list({ ...query, limit: size }, options),
      ),
  }),
  tool<{ id: string }>({
    name: 'get_question',
    title: 'Read one question',
    description:
      'Reads one question by its id, with its `version`, which update_question needs. Use it before every change. Answers are there for tokens with questions:read only.',
    readOnly: true,
    properties: { id: ID },
    required: ['id'],
    run: async ({ id }, { quaestor, options }) => {
      const question = await quaestor.questions.get(id, options);
      return [
        { type: 'text', text: bounded(question, `The resource quaestor://questions/${question.id} has all of it.`) },
      ];
    },
  }),
  tool<Draw>({
    name: 'draw_questions',
    title: 'Draw questions at random',
    description:
      'Draws ready questions at random, for a quiz or a sample. The same `seed` on the same bank gives the same questions. At most 20.',
    readOnly: true,
    properties: {
      ...DRAW_FILTER,
      count: { type: 'integer', minimum: 1, maximum: 20, default: 1 },
      seed: { type: 'string', minLength: 1, maxLength: 100 },
    },
    run: async (query, { quaestor, options }) => {
      const drawn = await quaestor.questions.random(query, options);
      return [{ type: 'text', text: bounded(drawn, 'Draw fewer, or read one by get_question.') }];
    },
  }),
  tool<{ id: string; answer: string }>({
    name: 'check_answer',
    title: 'Check an answer',
    description:
      'Says whether an answer to a question is right, tolerant of case, accents and small typing errors. Use it to score a quiz instead of comparing texts. ' +
      'Returns `correct`; with questions:read also `matched` and a `score` from 0 to 1. Nobody learns the right answer by it.',
    readOnly: true,
    properties: {
      id: ID,
      answer: { type: 'string', minLength: 1, maxLength: 1000, description: 'Free text, or one of `options`.' },
    },
    required: ['id', 'answer'],
    run: async ({ id, answer }, { quaestor, options }) => text(await quaestor.questions.check(id, { answer }, options)),
  }),
  tool<object>({
    name: 'list_categories',
    title: 'List categories',
    description:
      'The categories of the bank and the names of the levels. Use it before creating or filtering questions: other names are rejected.',
    readOnly: true,
    properties: {},
    run: async (_input, { quaestor, options }) => [
      {
        type: 'text',
        text: bounded(await quaestor.categories.list(options), 'search_questions finds questions in any of them.'),
      },
    ],
  }),
];
