import { type Static, type TSchema, Type } from 'typebox';
import { MAX_CURSOR_LENGTH, QUESTION_SORTS } from '../../domain/http/page.ts';
import { KINDS, type Kind, SCORINGS, type Scoring } from '../../domain/kinds/kind.ts';
import {
  LIST_LIMIT,
  MAX_LANGUAGE_LENGTH,
  QUESTION_STATUSES,
  type QuestionStatus,
} from '../../domain/questions/question.ts';
import { SHOWN_FIELDS, type ShownField } from '../../domain/questions/visibility.ts';
import { pageParameters } from '../shared/paging.ts';
import { PERSON_SCHEMA } from '../shared/person.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { capitalDraft, change, planet, planetDraft } from './examples.ts';
import { KEY } from './key-schema.ts';

export const MAX_EXTERNAL_ID_LENGTH = 200;

/** A type that may also be null, written as JSON Schema's list of types so that errors stay simple. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [(schema as unknown as { type: string }).type, 'null'],
  });
}

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const answers = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: LIST_LIMIT, description });
const category = Type.Unsafe<string>({
  type: 'string',
  knownCategory: true,
  description: 'A category of GET /categories; upper and lower case do not matter',
  examples: ['Science'],
});
const difficulty = Type.Integer({ minimum: 0, maximum: 2, description: '0 Basic, 1 Intermediate, 2 Advanced' });
const language = Type.String({
  minLength: 2,
  maxLength: MAX_LANGUAGE_LENGTH,
  format: 'language-tag',
  description: 'BCP 47 tag',
});
const status = Type.Unsafe<QuestionStatus>({ type: 'string', enum: [...QUESTION_STATUSES] });

export const fields = {
  question_text: text(4000, 'The question'),
  kind: Type.Unsafe<Kind>({
    type: 'string',
    enum: [...KINDS],
    description: 'How it is answered. If left out: by `key`, else choice with `incorrect_answers` and text without',
  }),
  correct_answer: Type.String({
    maxLength: 4000,
    description: 'The correct answer, which follows from `key` if there is one',
  }),
  key: KEY,
  scoring: Type.Unsafe<Scoring>({
    type: 'string',
    enum: [...SCORINGS],
    description: 'Default: partial for choices, order, match and gaps; all_or_nothing, the only one, for the others',
  }),
  category,
  difficulty,
  topic_focus: text(100, 'A refinement inside the category'),
  accepted_answers: answers('Further right answers'),
  incorrect_answers: answers('Wrong options; present: a choice question'),
  explanation: text(4000, 'Why the answer is right'),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: LIST_LIMIT }),
  language,
  source: text(500, 'Where the question comes from'),
  license: text(100, 'SPDX id or free text'),
  external_id: text(MAX_EXTERNAL_ID_LENGTH, 'The id of the question in another system; unique when given'),
  status,
};

const time = Type.String({ format: 'date-time' });
const uuid = Type.String({ format: 'uuid' });

const options = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description:
    'What there is to choose from, in an order that is stable for the question and reveals nothing: right and wrong answers, the items of an order, the answers of a match; null for other kinds. Callers with `questions:play` get it instead of the fields with answers, others by `fields`',
});

const prompts = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'What to find the matching answer for; null for kinds other than match',
});
const gaps = Type.Unsafe<{ options: string[] | null }[] | null>({
  type: ['array', 'null'],
  items: {
    type: 'object',
    properties: { options: { type: ['array', 'null'], items: { type: 'string' } } },
    required: ['options'],
    additionalProperties: false,
  },
  description: 'The gaps in the order of their numbers, each with its options, if it has any; null for other kinds',
});

const optionalFields = {
  kind: Type.Optional(Type.Unsafe<Kind | null>({ ...fields.kind, type: ['string', 'null'], enum: [...KINDS, null] })),
  key: Type.Optional(KEY),
  scoring: Type.Optional(
    Type.Unsafe<Scoring | null>({ ...fields.scoring, type: ['string', 'null'], enum: [...SCORINGS, null] }),
  ),
  topic_focus: Type.Optional(orNull(fields.topic_focus)),
  accepted_answers: Type.Optional(orNull(fields.accepted_answers)),
  incorrect_answers: Type.Optional(orNull(fields.incorrect_answers)),
  explanation: Type.Optional(orNull(fields.explanation)),
  tags: Type.Optional(orNull(fields.tags)),
  language: Type.Optional(orNull(fields.language)),
  source: Type.Optional(orNull(fields.source)),
  license: Type.Optional(orNull(fields.license)),
  external_id: Type.Optional(orNull(fields.external_id)),
  status: Type.Optional(
    Type.Unsafe<QuestionStatus | null>({ type: ['string', 'null'], enum: [...QUESTION_STATUSES, null] }),
  ),
};

const Question = Type.Object(
  {
    id: uuid,
    question_text: fields.question_text,
    kind: fields.kind,
    correct_answer: fields.correct_answer,
    category: Type.String(),
    difficulty,
    topic_focus: orNull(fields.topic_focus),
    accepted_answers: fields.accepted_answers,
    incorrect_answers: fields.incorrect_answers,
    key: KEY,
    scoring: fields.scoring,
    explanation: orNull(fields.explanation),
    tags: fields.tags,
    language,
    source: orNull(fields.source),
    license: orNull(fields.license),
    external_id: orNull(fields.external_id),
    status,
    version: Type.Integer({ minimum: 1 }),
    created_at: time,
    updated_at: time,
    options: Type.Optional(options),
    prompts: Type.Optional(prompts),
    gaps: Type.Optional(gaps),
  },
  {
    $id: 'Question',
    additionalProperties: false,
    examples: [planet],
    description:
      'Whole for callers with `questions:read`. With `questions:play` it has `options` in place of correct_answer, accepted_answers, incorrect_answers and explanation. The response to a change without `questions:read` has the fields that were sent, and id, version, created_at and updated_at',
  },
);

const PartialQuestion = Type.Object(
  Object.fromEntries(
    Object.entries(Question.properties).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
  ),
  {
    $id: 'PartialQuestion',
    additionalProperties: false,
    description: 'A question with the fields requested by `fields`',
  },
);

export const QuestionDraft = Type.Object(
  {
    question_text: fields.question_text,
    correct_answer: Type.Optional(orNull(fields.correct_answer)),
    category: fields.category,
    difficulty: fields.difficulty,
    ...optionalFields,
  },
  { $id: 'QuestionDraft', additionalProperties: false, wholeAnswer: true, examples: [planetDraft] },
);
export type QuestionDraft = Static<typeof QuestionDraft>;

export const QuestionChange = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Must be the id of the path' })),
    question_text: Type.Optional(fields.question_text),
    correct_answer: Type.Optional(orNull(fields.correct_answer)),
    category: Type.Optional(fields.category),
    difficulty: Type.Optional(fields.difficulty),
    ...optionalFields,
    version: Type.Optional(
      Type.Integer({
        description: 'As it was read, or left out. It does not prevent lost updates: use If-Match',
      }),
    ),
    created_at: Type.Optional(Type.String({ description: 'As it is, or left out' })),
    updated_at: Type.Optional(Type.String({ description: 'As it was read, or left out' })),
  },
  {
    $id: 'QuestionChange',
    additionalProperties: false,
    description:
      'Fields left out keep their value, null clears an optional one. Without `questions:read`, `correct_answer`, `accepted_answers` and `incorrect_answers` are given together or not at all',
    examples: [change],
  },
);
export type QuestionChange = Static<typeof QuestionChange>;

export const QuestionUpsert = Type.Object(
  {
    ...QuestionChange.properties,
    question_text: fields.question_text,
    category: fields.category,
    difficulty: fields.difficulty,
    external_id: Type.Optional(Type.String({ description: 'Must be that of the path' })),
  },
  {
    $id: 'QuestionUpsert',
    additionalProperties: false,
    wholeAnswer: true,
    description:
      'A new question, or a change of the one that has the external id: optional fields left out keep their value. Without `questions:read`, `accepted_answers` and `incorrect_answers` are required',
    examples: [capitalDraft],
  },
);
export type QuestionUpsert = Static<typeof QuestionUpsert>;

const tag = Type.String({ minLength: 1, maxLength: 50 });

/** Filters as query parameters. */
export const filterParameters = {
  category: Type.Optional(Type.Array(category, { maxItems: 100, description: 'Any of these; repeatable' })),
  difficulty: Type.Optional(Type.Array(difficulty, { maxItems: 100, description: 'Any of these; repeatable' })),
  min_difficulty: Type.Optional(Type.Unsafe<number>({ ...difficulty, description: 'This level or a higher one' })),
  max_difficulty: Type.Optional(Type.Unsafe<number>({ ...difficulty, description: 'This level or a lower one' })),
  topic_focus: Type.Optional(fields.topic_focus),
  tag: Type.Optional(Type.Array(tag, { maxItems: 20, description: 'All of these; repeatable' })),
  language: Type.Optional(language),
  status: Type.Optional(Type.Array(status, { maxItems: 10, description: 'Any of these; repeatable; default ready' })),
  q: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 200,
      description:
        'Full-text search in question and topic; with `questions:read`, in the answers of questions, too, but not in analyses',
    }),
  ),
  ids: Type.Optional(
    Type.Array(uuid, {
      maxItems: 1000,
      explode: false,
      description: 'These questions, of any status; separated by commas',
    }),
  ),
  external_id: Type.Optional(fields.external_id),
  created_after: Type.Optional(Type.String({ format: 'date-time' })),
  created_before: Type.Optional(Type.String({ format: 'date-time' })),
  updated_after: Type.Optional(Type.String({ format: 'date-time' })),
  updated_before: Type.Optional(Type.String({ format: 'date-time' })),
};

/**
 * Filters of lists, counts and bulk changes: the members of something. Each batch of an export would read all of them
 * again, and they change without any change of the bank.
 */
export const memberParameters = {
  change_id: Type.Optional(
    Type.Unsafe<string>({
      ...uuid,
      description:
        'Questions that this change wrote, of any status; an import is a change with the same id. Needs `questions:read`',
    }),
  ),
  assignee: Type.Optional(
    Type.String({
      ...PERSON_SCHEMA,
      description:
        'Questions, of any status, with an open assignment of this person, by id; `me` is the person who is signed in. Needs `questions:read`',
    }),
  ),
  analysis_id: Type.Optional(
    Type.Unsafe<string>({
      ...uuid,
      description:
        'Questions, of any status, that a row of this analysis is about; of a pair the one that the row names. For analyses with up to 100,000 rows. Needs `questions:read` and `analysis:read`',
    }),
  ),
  has_open_comments: Type.Optional(
    Type.Unsafe<true>({
      type: 'boolean',
      const: true,
      description: 'Only questions, of any status, with a comment that is not resolved. Needs `questions:read`',
    }),
  ),
};

/** The same filters as a JSON object. */
const oneOrMore = <Value>(item: object, types: string[]) =>
  Type.Unsafe<Value | Value[]>({ ...item, type: [...types, 'array'], items: item, minItems: 1, maxItems: 100 });
export const QuestionFilter = Type.Object(
  {
    ...filterParameters,
    category: Type.Optional(oneOrMore<string>(category, ['string'])),
    difficulty: Type.Optional(oneOrMore<number>(difficulty, ['integer'])),
    status: Type.Optional(
      Type.Unsafe<QuestionStatus | QuestionStatus[]>({
        ...oneOrMore<string>(status, ['string']),
        enum: undefined,
        pattern: `^(${QUESTION_STATUSES.join('|')})$`,
      }),
    ),
    tag: Type.Optional(oneOrMore<string>(tag, ['string'])),
    ids: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 1000 })),
  },
  {
    $id: 'QuestionFilter',
    additionalProperties: false,
    description: 'The filters of GET /questions; {} means every ready question',
  },
);
export type QuestionFilter = Static<typeof QuestionFilter>;

export const ListQuery = Type.Object(
  {
    ...filterParameters,
    ...memberParameters,
    ...pageParameters,
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CURSOR_LENGTH,
        description: 'next_cursor of the previous page; not together with offset',
      }),
    ),
    sort: Type.Optional(
      Type.String({
        enum: QUESTION_SORTS.flatMap((name) => [name, `-${name}`]),
        description:
          'created_at unless given; with updated_after or updated_before: updated_at. Ties are in creation order; `-` reverses the whole order',
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.Unsafe<ShownField>({ type: 'string', enum: [...SHOWN_FIELDS] }), {
        explode: false,
        description: 'Only these fields; separated by commas',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

const QuestionList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'PartialQuestion#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'QuestionList',
    additionalProperties: false,
    examples: [{ data: [planet], pagination: examplePage({ limit: 1, total: 4 }) }],
  },
);

export const questionSchemas = [
  Question,
  PartialQuestion,
  QuestionDraft,
  QuestionChange,
  QuestionUpsert,
  QuestionFilter,
  QuestionList,
];
export const questionPath = Type.Object({ id: Type.String({ description: 'Id of the question (UUIDv7)' }) });
