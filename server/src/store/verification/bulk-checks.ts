import type { Check } from './check.ts';

/** A bulk change is a change, and its count equals the versions that it made; only a running one has members. */
const BULK_CHANGES: Check = {
  kinds: ['bulk_changes.orphan', 'bulk_changes.changed', 'bulk_changes.matched'],
  text: `select checked.kind, bulk_changes.id, matched, changed, changes.count
           from bulk_changes
           left join changes using (id)
          cross join lateral (values
                ('bulk_changes.orphan', changes.id is null),
                ('bulk_changes.changed', changed <> changes.count),
                ('bulk_changes.matched', changed + unchanged + skipped > matched)) as checked (kind, wrong)
          where wrong`,
};

const MEMBERS: Check = {
  kinds: ['bulk_members.orphan'],
  text: `select 'bulk_members.orphan' as kind, bulk_id as id, ordinal
           from bulk_members
          where not exists (select from jobs where jobs.id = bulk_id and completed_at is null)`,
};

/** A merge refers to a version that its question has or had, and to another question. */
const MERGES: Check = {
  kinds: ['question_merges.version', 'question_merges.merged_into', 'question_merges.change_id'],
  text: `select kind, question_id, version, merged_into
           from question_merges
          cross join lateral (values
                ('question_merges.version', not exists (select from questions
                   where questions.id = question_id and questions.version >= question_merges.version)),
                ('question_merges.merged_into', merged_into = question_id),
                ('question_merges.change_id', exists (select from questions
                   where questions.id = question_id and questions.version = question_merges.version
                     and questions.change_id is distinct from question_merges.change_id))) as checked (kind, wrong)
          where wrong`,
};

export const BULK_CHECKS: readonly Check[] = [BULK_CHANGES, MEMBERS, MERGES];
