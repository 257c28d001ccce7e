import type { Check } from './check.ts';
import { isAhead } from './question-checks.ts';

const EVERY_VERSION = `every_version as (
    select id as question_id, version, updated_at as changed_at, deleted_at, updated_by as changed_by, transaction_id from questions
     union all
    select question_id, version, changed_at, deleted_at, changed_by, transaction_id from question_versions)`;

/** A question of version n has kept the versions 1 to n - 1, each once. */
const VERSIONS: Check = {
  kinds: ['question_versions.orphan', 'question_versions.missing', 'question_versions.extra'],
  text: `select case when q.id is null then 'question_versions.orphan'
                     when coalesce(kept.newest, 0) >= q.version or kept.oldest < 1 then 'question_versions.extra'
                     else 'question_versions.missing' end as kind,
                coalesce(q.id, kept.question_id) as question_id, q.version, kept.versions as kept
           from questions q
           full join (select question_id, count(*) as versions, min(version) as oldest, max(version) as newest
                        from question_versions group by question_id) kept on kept.question_id = q.id
          where q.id is null or (q.version > 1 and kept.question_id is null)
             or (kept.versions, kept.oldest, kept.newest) <> (q.version - 1, 1, q.version - 1)`,
};

/** The times of a question's versions never decrease, and a deleted question was last changed when it was deleted. */
const VERSION_COLUMNS: Check = {
  kinds: ['question_versions.changed_at', 'question_versions.deleted_at', 'question_versions.transaction_id'],
  text: `select kind, question_id, version
           from (select v.*, coalesce(newer.changed_at, q.updated_at) as next_at
                   from question_versions v
                   left join question_versions newer on newer.question_id = v.question_id and newer.version = v.version + 1
                   left join questions q on q.id = v.question_id and q.version = v.version + 1) ordered
          cross join lateral (values
                ('question_versions.changed_at', changed_at > next_at),
                ('question_versions.deleted_at', deleted_at <> changed_at),
                ('question_versions.transaction_id', ${isAhead('transaction_id')})) as checked (kind, wrong)
          where wrong`,
};

/** An event was written with its version, by the same transaction: what both contain is the same. */
const QUESTION_EVENTS: Check = {
  kinds: ['events.orphan', 'events.type', 'events.occurred_at', 'events.actor', 'events.transaction_id'],
  text: `with ${EVERY_VERSION}
         select kind, e.sequence, e.type, e.resource_id, e.version
           from events e
           left join every_version v on v.question_id = e.resource_id and v.version = e.version
           left join every_version before on before.question_id = e.resource_id and before.version = e.version - 1
          cross join lateral (values
                ('events.orphan', v.question_id is null),
                ('events.type', e.type <> case when e.version = 1 then 'question.created'
                                               when v.deleted_at is not null then 'question.deleted'
                                               when before.deleted_at is not null then 'question.restored'
                                               else 'question.updated' end and v.question_id is not null),
                ('events.occurred_at', e.occurred_at <> v.changed_at),
                ('events.actor', e.actor <> v.changed_by),
                ('events.transaction_id', v.transaction_id <> '0' and e.transaction_id <> v.transaction_id)) as checked (kind, wrong)
          where e.type like 'question.%' and wrong`,
};

/** API keys outlive their events; analyses may be deleted, and their events stay. */
const OTHER_EVENTS: Check = {
  kinds: ['events.token', 'events.unknown_type', 'events.transaction_ahead'],
  text: `select checked.kind, sequence, type, resource_id, events.version
           from events
           left join tokens on tokens.id = resource_id
          cross join lateral (values
                ('events.token', type like 'token.%' and (tokens.id is null or events.version > tokens.version)),
                ('events.unknown_type', type not like 'token.%' and type not like 'webhook.%' and type not like 'person.%' and type not like 'question.%' and type not like 'analysis.%' and type <> 'questions.imported'),
                ('events.transaction_ahead', ${isAhead('transaction_id')}
                  and sequence >= (select max(first_sequence) from event_epochs))) as checked (kind, wrong)
          where wrong`,
};

/** Events are kept for a week; every change younger than six days has one. */
const MISSING_EVENTS: Check = {
  kinds: ['events.missing'],
  text: `with ${EVERY_VERSION},
         changes as (
           select question_id as resource_id, version, 'question.' as type, changed_at from every_version
            union all
           select id, 1, 'analysis.', created_at from analyses
            union all
           select id, 1, 'token.', created_at from tokens where kind = 'api_key')
         select 'events.missing' as kind, resource_id, version
           from changes
          where changed_at > now() - interval '6 days'
            and not exists (select from events
                             where events.resource_id = changes.resource_id and events.version = changes.version
                               and starts_with(events.type, changes.type))`,
};

export const HISTORY_CHECKS: readonly Check[] = [
  VERSIONS,
  VERSION_COLUMNS,
  QUESTION_EVENTS,
  OTHER_EVENTS,
  MISSING_EVENTS,
];
