import { type Static, Type } from 'typebox';
import { SKIP_REASONS, type SkipReason } from '../../../domain/bulk/bulk-change.ts';
import { LIST_LIMIT } from '../../../domain/questions/question.ts';
import { MAX_MEMBERS } from '../../../store/bulk/members.ts';
import { defaulted } from '../../shared/defaulted.ts';
import { bulkRequest, dryRunReply, dryRunRequest } from '../examples.ts';
import { fields, memberParameters, orNull, QuestionFilter } from '../schema.ts';

const MAX_NAMED = 10_000;

interface MemberFilter {
  change_id?: string;
  assignee?: string;
  analysis_id?: string;
  has_open_comments?: true;
}

const tags = (description: string) =>
  Type.Optional(Type.Array(fields.tags.items, { minItems: 1, maxItems: LIST_LIMIT, description }));

export const BulkRequest = Type.Object(
  {
    filter: Type.Optional(
      Type.Unsafe<Static<typeof QuestionFilter> & MemberFilter>({
        ...QuestionFilter,
        properties: { ...QuestionFilter.properties, ...memberParameters },
        $id: undefined,
        description:
          'The filters of GET /questions; {} means every ready question. Of `restore`, among deleted questions',
      }),
    ),
    question_ids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        minItems: 1,
        maxItems: MAX_NAMED,
        description: 'These questions, instead of a filter',
      }),
    ),
    expected_count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MEMBERS,
        description:
          'The expected number of matching questions; if it differs, nothing is changed. Required unless `dry_run`',
      }),
    ),
    dry_run: defaulted(
      Type.Boolean({ default: false, description: 'Only count the matches, and show examples of what would change' }),
    ),
    set: Type.Optional(
      Type.Object(
        {
          category: Type.Optional(fields.category),
          difficulty: Type.Optional(fields.difficulty),
          topic_focus: Type.Optional(orNull(fields.topic_focus)),
          status: Type.Optional(fields.status),
          language: Type.Optional(fields.language),
          license: Type.Optional(orNull(fields.license)),
        },
        {
          additionalProperties: false,
          minProperties: 1,
          description: 'Values for fields; null clears an optional one',
        },
      ),
    ),
    add_tags: tags('Tags that each question has afterwards'),
    remove_tags: tags('Tags that no question has afterwards'),
    delete: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        const: true,
        description: 'Delete them; needs the scope `questions:delete`',
      }),
    ),
    restore: Type.Optional(Type.Unsafe<true>({ type: 'boolean', const: true, description: 'Restore deleted ones' })),
  },
  {
    $id: 'BulkRequest',
    additionalProperties: false,
    description:
      'The questions, by `filter` or `question_ids`, and the change to each: `set`, `add_tags` and `remove_tags` together, or `delete`, or `restore`',
    examples: [bulkRequest, dryRunRequest],
  },
);
export type BulkRequest = Static<typeof BulkRequest>;

const BulkDryRun = Type.Object(
  {
    dry_run: Type.Boolean({ const: true }),
    count: Type.Integer({
      minimum: 0,
      description: 'How many questions match; use it as `expected_count` of the actual request',
    }),
    examples: Type.Array(
      Type.Object(
        {
          question_id: Type.String({ format: 'uuid' }),
          version: Type.Integer({ minimum: 1 }),
          question_text: Type.String(),
          changes: Type.Array(
            Type.Object(
              { field: Type.String(), before: Type.Unknown(), after: Type.Unknown() },
              { additionalProperties: false },
            ),
          ),
          skipped: Type.Unsafe<SkipReason | null>({
            type: ['string', 'null'],
            enum: [...Object.keys(SKIP_REASONS), null],
            description: 'Why the question would be left alone',
          }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 20, description: 'Those of the first 100 that would change or be left alone, in creation order' },
    ),
  },
  { $id: 'BulkDryRun', additionalProperties: false, examples: [dryRunReply] },
);

export const bulkSchemas = [BulkRequest, BulkDryRun];
