import { type Static, Type } from 'typebox';
import { SKIP_REASONS, type SkipReason } from '../../domain/bulk/bulk-change.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../domain/changes/change.ts';
import { CONFLICT_REASONS } from '../../domain/changes/revert.ts';
import { JOB_STATUSES } from '../../domain/jobs.ts';
import { CONTENT_FIELDS } from '../../domain/questions/question.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { keysetParameters } from '../shared/keyset-list.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { exampleChange, exampleItem, examplePreview, exampleRevert } from './examples.ts';

const id = Type.String({ format: 'uuid' });
const idOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description });

export const changePath = Type.Object({ id: Type.String({ description: 'The id of the change' }) });

/** A parameter of reverts and their previews. */
export const includeChanged = {
  include_changed: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to revert questions that have been changed since, too, instead of leaving them alone: what the change altered gets its former value',
    }),
  ),
};

/** The maximum number of changes with summaries in a page. */
export const MAX_SUMMARIES = 100;

/** A parameter of reads of changes. */
export const includeSummary = {
  include_summary: Type.Optional(
    Type.Boolean({
      default: false,
      description: `With \`summary\`, which says what each change was about; for a \`limit\` of at most ${MAX_SUMMARIES}`,
    }),
  ),
};

export const ChangeQuery = Type.Object(
  {
    ...includeSummary,
    ...keysetParameters,
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'The principal who wrote' })),
    kind: Type.Optional(Type.Unsafe<ChangeKind>({ type: 'string', enum: [...CHANGE_KINDS] })),
    question_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Changes that made a version of this question' }),
    ),
    created_after: Type.Optional(Type.String({ format: 'date-time' })),
    created_before: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);
export type ChangeQuery = Static<typeof ChangeQuery>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The request of a bulk change, and its outcome. */
const BulkOutcome = Type.Object(
  {
    filter: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'As it was given, with the id of a person for `me`; null where questions were named by id',
    }),
    set: Type.Optional(Type.Unsafe<object>({ type: 'object' })),
    add_tags: Type.Optional(Type.Array(Type.String())),
    remove_tags: Type.Optional(Type.Array(Type.String())),
    delete: Type.Optional(Type.Boolean()),
    restore: Type.Optional(Type.Boolean()),
    matched: count('Questions that matched when it began'),
    changed: count('Those of them that have a new version'),
    unchanged: count('Questions that were already that way'),
    skipped: count('Questions that were skipped'),
    skips: Type.Array(
      Type.Object(
        {
          question_id: id,
          reason: Type.Unsafe<SkipReason>({ type: 'string', enum: Object.keys(SKIP_REASONS) }),
        },
        { additionalProperties: false },
      ),
      { description: 'The first 1,000 that were skipped, and why' },
    ),
  },
  { additionalProperties: false, description: 'For a bulk change; not in lists' },
);

const ChangeSummary = Type.Object(
  {
    question_id: idOrNull('The first question that it wrote'),
    question_text: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The text of that question now; null once it is purged',
    }),
    fields: Type.Array(Type.String(), { description: 'For the update of one question: the fields that it changed' }),
    bulk: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'For a bulk change: its `filter`, and what it did: `set`, `add_tags`, `remove_tags`, `delete` or `restore`',
    }),
    file_name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'For an import of the caller: the name of the file',
    }),
    category_merge: Type.Unsafe<{ from: string; into: string } | null>({
      type: ['object', 'null'],
      properties: { from: { type: 'string' }, into: { type: 'string' } },
      required: ['from', 'into'],
      additionalProperties: false,
      description: 'For a merge of categories',
    }),
  },
  { additionalProperties: false, description: 'What a change was about; with `include_summary`' },
);
export type ChangeSummary = Static<typeof ChangeSummary>;

const Change = Type.Object(
  {
    id,
    kind: Type.Unsafe<ChangeKind>({ type: 'string', enum: [...CHANGE_KINDS] }),
    actor: Type.String({ description: 'The same as `created_by`, as earlier releases named it' }),
    created_by: Type.String({ description: 'The principal who wrote' }),
    created_at: Type.String({ format: 'date-time' }),
    count: Type.Integer({ description: 'Members: the versions of questions that it wrote' }),
    gone: Type.Integer({ description: 'Members that are no longer in the history and cannot be reverted' }),
    conflict_count: Type.Integer({ description: 'For a revert: the number of questions that it left alone' }),
    reverts: idOrNull('The change that this one reverted'),
    reverted_by: idOrNull('The last change that reverted this one, or tried to'),
    status: Type.String({
      enum: [...JOB_STATUSES],
      description: 'The status of the job that writes it; `succeeded` without a job',
    }),
    progress: Type.Unsafe<{ completed: number; total: number } | null>({
      type: ['object', 'null'],
      properties: { completed: { type: 'number' }, total: { type: ['number', 'null'] } },
      required: ['completed', 'total'],
      additionalProperties: false,
      description: 'The progress of its job, for 30 days',
    }),
    error: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: { code: { type: 'string' }, detail: { type: 'string' } },
      description: 'Why its job failed',
    }),
    bulk: Type.Optional(BulkOutcome),
    summary: Type.Optional(ChangeSummary),
  },
  { $id: 'Change', additionalProperties: false, examples: [exampleChange] },
);

const ChangeList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Change#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'ChangeList',
    additionalProperties: false,
    examples: [{ data: [exampleChange], pagination: examplePage({ total: 1 }) }],
  },
);

const ChangeConflict = Type.Object(
  {
    question_id: id,
    reason: Type.String({
      enum: [...CONFLICT_REASONS],
      description:
        'Why the question was left alone; `purged` and `history_gone` if its former content no longer exists',
    }),
    fields: Type.Array(Type.String(), { description: 'The fields that conflict' }),
    changed_by: Type.Optional(idOrNull('The change that made the version of the question that was left alone')),
  },
  { $id: 'ChangeConflict', additionalProperties: false },
);

const value = (description: string) =>
  Type.Unsafe<unknown>({
    type: ['string', 'integer', 'array', 'object', 'null'],
    items: { type: 'string' },
    description,
  });

const ChangeItem = Type.Object(
  {
    question_id: id,
    version: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The version that the change wrote; null for a question that a revert left alone',
    }),
    change: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['created', 'updated', 'deleted', 'restored', null],
      description: 'What was done to it; null if that is no longer known, or if nothing was done',
    }),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ enum: [...CONTENT_FIELDS] }),
          before: value('Null for a new question'),
          after: value('As the change wrote it'),
          words: Type.Optional(
            Type.Array(
              Type.Object(
                { kind: Type.String({ enum: ['same', 'removed', 'added'] }), text: Type.String() },
                { additionalProperties: false },
              ),
              { description: 'For a reworded text: both texts in runs of words' },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    unavailable: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['purged', 'history_gone', null],
      description: 'Why it cannot be shown or reverted: the question was purged, or the version has left the history',
    }),
    conflict: Type.Unsafe<object | null>({
      anyOf: [{ $ref: 'ChangeConflict#' }, { type: 'null' }],
      description: 'For a revert: why it left the question alone',
    }),
  },
  { $id: 'ChangeItem', additionalProperties: false },
);

const ChangeItemList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'ChangeItem#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'ChangeItemList',
    additionalProperties: false,
    examples: [{ data: [exampleItem], pagination: examplePage({ total: 1 }) }],
  },
);

const Revert = Type.Object(
  {
    change: Type.Unsafe<object>({ $ref: 'Change#', description: 'The change that the revert is' }),
    reverted: Type.Integer({ description: 'Questions that were reverted' }),
    unchanged: Type.Integer({ description: 'Members that had nothing to revert' }),
    conflicts: Type.Array(Type.Unsafe<object>({ $ref: 'ChangeConflict#' }), {
      description: 'Questions that were left alone, and why',
    }),
  },
  { $id: 'Revert', additionalProperties: false, examples: [exampleRevert] },
);

const RevertPreview = Type.Object(
  {
    reverted: count('Questions that would be reverted'),
    deleted: count('Those of them that would be deleted'),
    unchanged: count('Members that have nothing to revert'),
    conflicts: Type.Array(Type.Unsafe<object>({ $ref: 'ChangeConflict#' }), {
      description: 'Questions that would be left alone, and why',
    }),
    next_after: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'If the change has more members: `after` of the next part',
    }),
  },
  { $id: 'RevertPreview', additionalProperties: false, examples: [examplePreview] },
);

export const changeSchemas = [Change, ChangeList, ChangeConflict, ChangeItem, ChangeItemList, Revert, RevertPreview];

export function changeId({ id: given }: { id: string }): string {
  if (!isUuid(given)) throw changeNotFound(given);
  return given.toLowerCase();
}

export function changeNotFound(given: string): AppError {
  return new AppError('change_not_found', { detail: `No change has the id "${given.slice(0, 100)}".` });
}
