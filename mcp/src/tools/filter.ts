import { QUESTION_STATUSES, type QuestionStatus } from '../../../client/src/index.ts';

/** The API's filters that a conversation needs to select questions. */
export interface Filter {
  q?: string;
  category?: string[];
  difficulty?: (0 | 1 | 2)[];
  topic_focus?: string;
  tag?: string;
  status?: QuestionStatus[];
}

export const FILTER = {
  q: {
    type: 'string',
    minLength: 2,
    maxLength: 200,
    description: 'Words in the question or topic; -word excludes a word.',
  },
  category: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 100 },
    maxItems: 20,
    description: 'Any of these categories. Their names are in list_categories.',
  },
  difficulty: {
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 2 },
    maxItems: 3,
    description: 'Any of these levels: 0 Basic, 1 Intermediate, 2 Advanced.',
  },
  topic_focus: { type: 'string', minLength: 1, maxLength: 100 },
  tag: { type: 'string', minLength: 1, maxLength: 50 },
  status: {
    type: 'array',
    items: { type: 'string', enum: [...QUESTION_STATUSES] },
    maxItems: 3,
    description: 'The default is ready questions.',
  },
};

export const ID = { type: 'string', format: 'uuid', description: 'The id of a question.' };
