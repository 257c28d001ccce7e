import { FEATURES_VERSION } from '../../domain/questions/features.ts';
import { BODY_VERSION } from '../../domain/questions/question.ts';
import { FIRST_ID } from '../questions/derived-columns.ts';
import type { Check } from './check.ts';

/** A number that no transaction of this server has had so far; 0 stands for "older than any snapshot". */
export const isAhead = (column: string) => `${column} >= (select pg_snapshot_xmax(pg_current_snapshot()))`;

const COLUMNS: Check = {
  kinds: ['questions.category_id', 'questions.updated_at', 'questions.deleted_at', 'questions.transaction_id'],
  text: `select checked.kind, questions.id, version
           from questions
           left join categories on categories.id = category_id
          cross join lateral (values
                ('questions.category_id', categories.id is null or (ended_at is not null and deleted_at is null)),
                ('questions.updated_at', updated_at < created_at or (version = 1 and updated_at <> created_at)),
                ('questions.deleted_at', deleted_at <> updated_at),
                ('questions.transaction_id', ${isAhead('transaction_id')})) as checked (kind, wrong)
          where wrong`,
};

/** The order of the bank; no index prevents two questions from having one position. */
const POSITIONS: Check = {
  kinds: ['questions.position'],
  text: `select 'questions.position' as kind, position, count(*) as questions
           from questions group by position having count(*) > 1`,
};

/** A sequence that lags behind its table issues numbers twice. */
const SEQUENCES: Check = {
  kinds: ['questions.position_sequence', 'events.sequence', 'audit_log.sequence', 'categories.id'],
  text: `select kind, next, largest
           from (select 'questions.position_sequence' as kind, last_value as next, (select max(position) from questions) as largest
                   from questions_position_seq
                  union all
                 select 'events.sequence', last_value, (select max(sequence) from events) from events_sequence_seq
                  union all
                 select 'audit_log.sequence', last_value, (select max(sequence) from audit_log) from audit_log_sequence_seq
                  union all
                 select 'categories.id', last_value, (select max(id) from categories) from categories_id_seq) sequences
          where largest > next`,
};

const FEATURES: Check = {
  kinds: ['question_features.missing', 'question_features.orphan'],
  text: `select case when f.position is null then 'question_features.missing' else 'question_features.orphan' end as kind,
                q.id, coalesce(q.position, f.position) as position
           from questions q
           full join question_features f using (position)
          where q.position is null or f.position is null`,
};

/** The worker's progress: without its row the worker never begins, and if it is ahead, older rows are never reached. */
const PROGRESS: Check = {
  kinds: [
    'derived_columns.name',
    'derived_columns.version',
    'derived_columns.last_id',
    'derived_columns.seen_transaction',
  ],
  text: `select kind, name, stored.version, last_id
           from (values ('body', ${BODY_VERSION}), ('features', ${FEATURES_VERSION})) as known (name, version)
           full join derived_columns stored using (name)
          cross join lateral (values
                ('derived_columns.name', known.version is null or stored.version is null),
                ('derived_columns.version', stored.version > known.version or stored.version < 0),
                ('derived_columns.last_id', stored.version = known.version and last_id <> '${FIRST_ID}'),
                ('derived_columns.seen_transaction', ${isAhead('seen_transaction')} or seen_position < 0)) as checked (kind, wrong)
          where wrong`,
};

const DISMISSED_PAIRS: Check = {
  kinds: ['duplicate_dismissals.question', 'duplicate_dismissals.transaction_id'],
  text: `select kind, id, question_a, question_b
           from duplicate_dismissals
          cross join lateral (values
                ('duplicate_dismissals.question', 2 > (select count(*) from questions where questions.id in (question_a, question_b))),
                ('duplicate_dismissals.transaction_id', ${isAhead('transaction_id')})) as checked (kind, wrong)
          where wrong`,
};

const DISMISSED_ROWS: Check = {
  kinds: ['dismissals.question_id', 'dismissals.version', 'dismissals.transaction_id'],
  text: `select checked.kind, dismissals.id, question_id, dismissals.version
           from dismissals
           left join questions on questions.id = question_id
          cross join lateral (values
                ('dismissals.question_id', questions.id is null),
                ('dismissals.version', dismissals.version > questions.version or dismissals.version < 1),
                ('dismissals.transaction_id', ${isAhead('dismissals.transaction_id')})) as checked (kind, wrong)
          where wrong`,
};

export const QUESTION_CHECKS: readonly Check[] = [
  COLUMNS,
  POSITIONS,
  SEQUENCES,
  FEATURES,
  PROGRESS,
  DISMISSED_PAIRS,
  DISMISSED_ROWS,
];
