-- Analyses, their shards and rows, and what lets them see the bank as it was at one moment.

-- The transaction that wrote a version. With a snapshot of PostgreSQL (pg_current_snapshot) it tells whether the version
-- was there at that moment, exactly, whatever the clocks of the nodes say; the version before it is in question_versions.
-- Rows from before this migration carry 0: they are older than any snapshot.
alter table questions add column transaction_id xid8 not null default '0';
alter table questions alter column transaction_id set default pg_current_xact_id();
alter table question_versions add column transaction_id xid8 not null default '0';
create index questions_transaction on questions (transaction_id, position);

-- Carries what an analysis by stored features needs of a question: a shard of 32,768 is read in 10 ms instead of 65.
drop index questions_status_position;
create index questions_status_position on questions (status, position) include (category_id, id, version, transaction_id)
  where deleted_at is null;

-- What item-writing rules say of a question, and the kind of its answer; see domain/flaws.
alter table question_features
  add column flaws       integer  not null default 0,
  add column answer_type smallint not null default 0;

create type analysis_status as enum ('queued', 'running', 'succeeded', 'failed', 'canceled');

create table analyses (
  id             uuid            primary key,
  created_at     timestamptz(3)  not null,
  started_at     timestamptz(3),
  completed_at   timestamptz(3),
  expires_at     timestamptz(3)  not null,
  snapshot_at    timestamptz(3),
  question_count bigint,
  completed      integer         not null default 0, -- steps done and to do: every shard is one, and the merge
  total          integer         not null default 0,
  status         analysis_status not null,
  phase          text            not null,
  analysis_type  text            not null,
  engine_version text            not null,
  owner          text            not null,
  fingerprint    bytea           not null, -- of type, parameters, engine version and the questions asked for
  snapshot       pg_snapshot,              -- what the analysis saw of the bank
  items_id       uuid            not null, -- under which its rows are kept: its own id, or that of the run it repeats
  parameters     json            not null,
  filter         json,
  question_ids   uuid[],
  error          json,
  findings       text[],
  result         text
);
create index analyses_unfinished on analyses (owner) where status in ('queued', 'running');
create index analyses_fingerprint on analyses (fingerprint, created_at) where status = 'succeeded';
create index analyses_expires_at on analyses (expires_at);
create index analyses_items_id on analyses (items_id);
create index analyses_question_ids on analyses using gin (question_ids) where question_ids is not null;

-- A range of positions and, once it is done, its partial result. Gone when the analysis has finished.
create table analysis_shards (
  analysis_id    uuid    not null,
  shard          integer not null,
  from_position  bigint  not null,
  until_position bigint  not null,
  questions      integer,
  partial        text,
  primary key (analysis_id, shard)
);

-- Rows of a result, many in each row of the table: a flaw report on 10 M questions has millions.
create table analysis_items (
  items_id     uuid     not null,
  rank         smallint not null,
  shard        integer  not null,
  count        integer  not null,
  question_ids uuid[]   not null,
  versions     integer[] not null,
  bodies       text[]   not null,
  -- Of rows that a worker filed while it read, until the shard is finished: of several workers at one shard one is right.
  attempt      uuid     not null default '00000000-0000-0000-0000-000000000000',
  primary key (items_id, rank, shard, attempt)
);
-- Compressing them would take longer than all else of filing them.
alter table analysis_items
  alter column question_ids set storage external,
  alter column versions set storage external,
  alter column bodies set storage external;
