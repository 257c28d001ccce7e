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
      'Finds questions by words, category, level, topic, tag or status, in order of creation. Use it to explore, to find the id of a question, ' +
      'or to check whether something is already asked. Returns `data` with whole questions, the total and `next_cursor`. ' +
      'A token that may only play gets `options` instead of answers, and only ready questions. Returns at most 50 at a time, or fewer if they are long.',
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
      'Reads one question by its id, with its `version`, which update_question needs. Use it before every change. Only tokens with questions:read see answers.',
    readOnly: true,
    properties: { id: ID },
    required: ['id'],
    run: async ({ id }, { quaestor, options }) => {
      const question = await quaestor.questions.get(id, options);
      return [{ type: 'text', text: bounded(question, `See quaestor://questions/${question.id} for the whole text.`) }];
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
      return [{ type: 'text', text: bounded(drawn, 'Draw fewer, or read one with get_question.') }];
    },
  }),
  tool<{ id: string; answer: string }>({
    name: 'check_answer',
    title: 'Check an answer',
    description:
      'Checks whether an answer to a question is correct, ignoring case, accents and small typing errors. Use it to score a quiz instead of comparing texts. ' +
      'Returns `correct`; with questions:read also `matched` and a `score` from 0 to 1. It does not reveal the correct answer.',
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
      'Lists the categories of the bank and the names of the levels. Use it before creating or filtering questions: other names are rejected.',
    readOnly: true,
    properties: {},
    run: async (_input, { quaestor, options }) => [
      {
        type: 'text',
        text: bounded(await quaestor.categories.list(options), 'Use search_questions to find questions in them.'),
      },
    ],
  }),
];
