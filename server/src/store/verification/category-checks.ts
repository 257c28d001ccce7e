import type { Check } from './check.ts';

/**
 * A category that is closed but exists has a merge under way; one that has ended has none, and its successor exists.
 */
const CATEGORIES: Check = {
  kinds: ['categories.merged_into', 'categories.ended_at'],
  text: `select kind, c.id, c.name
           from categories c
           left join categories target on target.id = c.merged_into
           left join category_merges merge on merge.from_id = c.id and merge.completed_at is null
          cross join lateral (values
                ('categories.merged_into', (c.merged_into is not null and (target.id is null or target.id = c.id))
                                           or (c.ended_at is null and c.merged_into is distinct from merge.into_id)),
                ('categories.ended_at', c.ended_at is not null and merge.id is not null)) as checked (kind, wrong)
          where wrong`,
};

const MERGES: Check = {
  kinds: ['category_merges.from_id', 'category_merges.into_id', 'category_merges.completed_at'],
  text: `select kind, merge.id, from_id, into_id
           from category_merges merge
          cross join lateral (values
                ('category_merges.from_id', not exists (select from categories where id = from_id)),
                ('category_merges.into_id', not exists (select from categories
                                                         where id = into_id and (completed_at is not null or merged_into is null and ended_at is null))),
                ('category_merges.completed_at', (completed_at is null) <> (status in ('queued', 'running')))) as checked (kind, wrong)
          where wrong`,
};

export const CATEGORY_CHECKS: readonly Check[] = [CATEGORIES, MERGES];
