import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { river } from '../questions/examples.ts';
import { time } from '../shared/credential-schema.ts';
import { keysetParameters } from '../shared/keyset-list.ts';
import { PERSON_SCHEMA } from '../shared/person.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const text = Type.String({ minLength: 1, maxLength: 4000, description: 'Plain text' });
const resolved = Type.Boolean({ description: 'Whether the comment is resolved' });

const MAX_MENTIONS = 20;
const mentions = Type.Array(Type.String({ format: 'uuid' }), {
  maxItems: MAX_MENTIONS,
  uniqueItems: true,
  description: 'Ids of the people that it mentions. The text contains their names as they were written',
});

const exampleRequest = { text: 'Is the Amazon not longer by some measurements?' };

export const CommentRequest = Type.Object(
  { text, mentions: Type.Optional(mentions) },
  { $id: 'CommentRequest', additionalProperties: false, examples: [exampleRequest] },
);
export type CommentRequest = Static<typeof CommentRequest>;

export const CommentChange = Type.Object(
  { text: Type.Optional(text), mentions: Type.Optional(mentions), resolved: Type.Optional(resolved) },
  {
    $id: 'CommentChange',
    additionalProperties: false,
    description: 'Only the author may change the text and the mentions; resolving it only needs `questions:write`',
    examples: [{ resolved: true }],
  },
);
export type CommentChange = Static<typeof CommentChange>;

const exampleComment = {
  id: '019d8a33-a6f0-7000-8000-0000000000a2',
  question_id: river.id,
  ...exampleRequest,
  author: 'operator',
  created_by: 'operator',
  resolved: false,
  resolved_by: null,
  mentions: [],
  created_at: '2026-11-17T10:51:00.000Z',
  updated_at: '2026-11-17T10:51:00.000Z',
  version: 1,
};
export const resolvedComment = { ...exampleComment, resolved: true, resolved_by: 'operator', version: 2 };

const commentFields = {
  id: Type.String({ format: 'uuid' }),
  question_id: Type.String({ format: 'uuid' }),
  text,
  author: Type.String({ description: 'The same as `created_by`, as earlier releases named it' }),
  created_by: Type.String({ description: 'The principal who wrote it' }),
  resolved,
  resolved_by: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The principal who resolved it' }),
  mentions,
  created_at: time,
  updated_at: time,
  version: Type.Integer({ minimum: 1 }),
};
const Comment = Type.Object(commentFields, { $id: 'Comment', additionalProperties: false, examples: [exampleComment] });

const QuestionComment = Type.Object(
  { ...commentFields, question_text: Type.String({ description: 'The text of the question' }) },
  {
    $id: 'QuestionComment',
    additionalProperties: false,
    description: 'A comment with the text of its question',
    examples: [{ ...exampleComment, question_text: river.question_text }],
  },
);

const CommentList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Comment#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'CommentList',
    additionalProperties: false,
    examples: [{ data: [exampleComment], pagination: examplePage({ total: 1 }) }],
  },
);

const QuestionCommentList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'QuestionComment#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'QuestionCommentList',
    additionalProperties: false,
    examples: [
      { data: [{ ...exampleComment, question_text: river.question_text }], pagination: examplePage({ total: 1 }) },
    ],
  },
);

export const CommentQuery = Type.Object(
  { ...keysetParameters, resolved: Type.Optional(resolved) },
  { additionalProperties: false },
);
export type CommentQuery = Static<typeof CommentQuery>;

export const QuestionCommentQuery = Type.Object(
  {
    ...keysetParameters,
    resolved: Type.Optional(resolved),
    mentions: Type.Optional(Type.String(PERSON_SCHEMA)),
  },
  { additionalProperties: false },
);
export type QuestionCommentQuery = Static<typeof QuestionCommentQuery>;

export const commentSchemas = [
  CommentRequest,
  CommentChange,
  Comment,
  CommentList,
  QuestionComment,
  QuestionCommentList,
];
export const commentPath = Type.Object({
  id: Type.String({ description: 'Id of the question' }),
  comment_id: Type.String({ description: 'Id of the comment' }),
});
export type CommentPath = Static<typeof commentPath>;

export function commentId({ comment_id: id }: CommentPath): string {
  if (!isUuid(id)) throw commentNotFound(id);
  return id.toLowerCase();
}

export function commentNotFound(id: string): AppError {
  return new AppError('comment_not_found', {
    detail: `The question has no comment with the id "${id.slice(0, 100)}".`,
  });
}
