import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import type { Check } from './check.ts';

const MEMBERS = `members as (
    select changes.id as change_id, member.question_id, member.version
      from changes cross join lateral unnest(question_ids, versions) as member (question_id, version)
     union all
    select change_id, member.question_id, member.version
      from change_chunks cross join lateral unnest(question_ids, versions) as member (question_id, version))`;

const EVERY_VERSION = `every_version as (
    select id as question_id, version, ${CHANGE_OF_VERSION} as change_id, true as current from questions
     union all
    select question_id, version, change_id, false from question_versions)`;

/**
 * Members and versions refer to each other; a version that an older release has superseded has lost the id of its
 * change.
 */
const AGREEMENT: Check = {
  kinds: ['changes.members', 'questions.change_id', 'question_versions.change_id'],
  text: `with ${MEMBERS}, ${EVERY_VERSION}
         select case when m.change_id is not null and v.change_id <> m.change_id then 'changes.members'
                     when current then 'questions.change_id' else 'question_versions.change_id' end as kind,
                coalesce(m.question_id, v.question_id) as question_id, coalesce(m.version, v.version) as version,
                m.change_id as member_of, v.change_id
           from (select * from every_version where change_id is not null) v
           full join members m using (question_id, version)
          where v.change_id <> m.change_id or m.change_id is null`,
};

const COUNTS: Check = {
  kinds: ['changes.count', 'changes.gone', 'changes.conflict_count'],
  text: `with ${MEMBERS}, ${EVERY_VERSION},
         counted as (
           select m.change_id, count(*) as members, count(*) filter (where v.question_id is null) as missing
             from members m left join every_version v using (question_id, version)
            group by m.change_id)
         select checked.kind, id, count, gone, conflict_count
           from changes
           left join counted on change_id = changes.id
          cross join lateral (
                select coalesce(sum(jsonb_array_length(conflicts)), 0) as conflicts from change_chunks where change_id = changes.id) recorded
          cross join lateral (values
                ('changes.count', count <> coalesce(members, 0)),
                ('changes.gone', gone > coalesce(missing, 0)),
                ('changes.conflict_count', coalesce(conflict_count, 0) <> conflicts)) as checked (kind, wrong)
          where wrong`,
};

const ROWS: Check = {
  kinds: ['changes.lengths', 'changes.reverts', 'change_chunks.lengths', 'change_chunks.orphan'],
  text: `select 'changes.lengths' as kind, id, null::integer as number
           from changes where coalesce(cardinality(question_ids), -1) <> coalesce(cardinality(versions), -1)
          union all
         select 'changes.reverts', id, null from changes where reverts >= id
          union all
         select kind, change_id, number
           from change_chunks
          cross join lateral (values
                ('change_chunks.lengths', cardinality(question_ids) <> cardinality(versions)),
                ('change_chunks.orphan', not exists (select from changes where id = change_id))) as checked (kind, wrong)
          where wrong`,
};

/** An event refers to the same change as its version. */
const EVENTS: Check = {
  kinds: ['events.change_id'],
  text: `with ${EVERY_VERSION}
         select 'events.change_id' as kind, sequence, e.resource_id, e.version
           from events e join every_version v on v.question_id = e.resource_id and v.version = e.version
          where e.type like 'question.%' and e.change_id <> v.change_id`,
};

export const CHANGE_CHECKS: readonly Check[] = [AGREEMENT, COUNTS, ROWS, EVENTS];
