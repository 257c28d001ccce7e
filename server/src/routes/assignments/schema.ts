import { type Static, Type } from 'typebox';
import { analysisTypes } from '../../analysis/index.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { orNull, pairOfIds, rowMembers, uuid } from '../dismissals/schema.ts';
import { river } from '../questions/examples.ts';
import { time, timeOrNull } from '../shared/credential-schema.ts';
import { keysetParameters } from '../shared/keyset-list.ts';
import { PERSON_SCHEMA } from '../shared/person.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const EXAMPLE_PERSON = '019d8a33-a6f0-7000-8000-000000000091';

/** Stands for the type where a question itself is assigned, whatever analyses report about it. */
export const QUESTION_ITSELF = 'question';
const assignableType = Type.String({
  enum: [...analysisTypes.map(({ name }) => name), QUESTION_ITSELF],
  description: `A type of analysis, or \`${QUESTION_ITSELF}\` for a question itself, whatever analyses report about it`,
});
const MAX_ROWS = 1000;
const person = Type.String(PERSON_SCHEMA);
const done = Type.Boolean({ description: 'Whether the person has finished it' });

const exampleRequest = {
  analysis_type: 'item_flaws',
  question_id: river.id,
  about: ['negative_wording'],
  person: EXAMPLE_PERSON,
};

export const AssignmentRequest = Type.Object(
  { analysis_type: assignableType, ...rowMembers, person },
  {
    $id: 'AssignmentRequest',
    additionalProperties: false,
    description:
      'The row is named as in a dismissal; without `about` it is everything that the type reports about the question',
    examples: [exampleRequest],
  },
);
export type AssignmentRequest = Static<typeof AssignmentRequest>;

const NamedRow = Type.Object({ analysis_type: assignableType, ...rowMembers }, { additionalProperties: false });
export type NamedRow = Static<typeof NamedRow>;

export const BulkAssignmentRequest = Type.Object(
  { person, rows: Type.Array(NamedRow, { minItems: 1, maxItems: MAX_ROWS, description: 'Named as in an assignment' }) },
  {
    $id: 'BulkAssignmentRequest',
    additionalProperties: false,
    examples: [{ person: EXAMPLE_PERSON, rows: [{ analysis_type: QUESTION_ITSELF, question_id: river.id }] }],
  },
);
export type BulkAssignmentRequest = Static<typeof BulkAssignmentRequest>;

const rowCount = (description: string) => Type.Integer({ minimum: 0, description });
const BulkAssignment = Type.Object(
  {
    assigned: rowCount('Rows that were assigned'),
    already_assigned: rowCount('Rows that the person had already'),
    assigned_to_others: rowCount('Rows that others have; they stay with them'),
  },
  {
    $id: 'BulkAssignment',
    additionalProperties: false,
    examples: [{ assigned: 1, already_assigned: 0, assigned_to_others: 0 }],
  },
);

export const AssignmentChange = Type.Object(
  { person: Type.Optional(person), done: Type.Optional(done) },
  { $id: 'AssignmentChange', additionalProperties: false, examples: [{ done: true }] },
);
export type AssignmentChange = Static<typeof AssignmentChange>;

const exampleAssignment = {
  id: '019d8a33-a6f0-7000-8000-0000000000a3',
  analysis_type: exampleRequest.analysis_type,
  question_id: exampleRequest.question_id,
  question_ids: null,
  about: exampleRequest.about,
  person: EXAMPLE_PERSON,
  person_name: 'Ada',
  done: false,
  done_at: null,
  created_at: '2026-11-17T10:52:00.000Z',
  created_by: 'operator',
  updated_at: '2026-11-17T10:52:00.000Z',
  version: 1,
};
export const doneAssignment = { ...exampleAssignment, done: true, done_at: '2026-11-17T10:52:00.000Z', version: 2 };

const Assignment = Type.Object(
  {
    id: uuid,
    analysis_type: assignableType,
    question_id: orNull<string>({ type: 'string', format: 'uuid' }),
    question_ids: orNull<string[]>({
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      ...pairOfIds,
      description: 'For a pair, the smaller id first. A pair of set_comparison is shown as one of duplicates',
    }),
    about: orNull<string[]>({
      type: 'array',
      items: { type: 'string' },
      description: 'null: everything that the type reports about the question',
    }),
    person: uuid,
    person_name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'null for somebody who was removed',
    }),
    done,
    done_at: timeOrNull,
    created_at: time,
    created_by: Type.String({ description: 'The principal who assigned it' }),
    updated_at: time,
    version: Type.Integer({ minimum: 1 }),
  },
  { $id: 'Assignment', additionalProperties: false, examples: [exampleAssignment] },
);

const AssignmentList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Assignment#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'AssignmentList',
    additionalProperties: false,
    examples: [{ data: [exampleAssignment], pagination: examplePage({ total: 1 }) }],
  },
);

export const AssignmentQuery = Type.Object(
  {
    ...keysetParameters,
    person: Type.Optional(person),
    analysis_type: Type.Optional(assignableType),
    question_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only those about this question' })),
    done: Type.Optional(done),
  },
  { additionalProperties: false },
);
export type AssignmentQuery = Static<typeof AssignmentQuery>;

export const assignmentSchemas = [
  AssignmentRequest,
  BulkAssignmentRequest,
  BulkAssignment,
  AssignmentChange,
  Assignment,
  AssignmentList,
];
export const assignmentPath = Type.Object({ id: Type.String({ description: 'Id of the assignment' }) });

export function assignmentId(params: { id: string }): string {
  if (!isUuid(params.id)) throw assignmentNotFound(params.id);
  return params.id.toLowerCase();
}

export function assignmentNotFound(id: string): AppError {
  return new AppError('assignment_not_found', { detail: `No assignment has the id "${id.slice(0, 100)}".` });
}
