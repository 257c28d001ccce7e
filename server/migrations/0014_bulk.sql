-- Bulk changes and merges of questions; see docs/decisions/0063. The id is that of a change, and of the job that makes it.
create table bulk_changes (
  id         uuid           primary key,
  created_at timestamptz(3) not null,
  matched    integer        not null,             -- questions that were meant when it began
  changed    integer        not null default 0,
  unchanged  integer        not null default 0,
  skipped    integer        not null default 0,
  owner      text           not null,
  actor      text           not null,             -- who the questions are changed by
  filter     jsonb,                               -- as it was asked for; null where questions were named
  work       jsonb          not null,             -- what is done to each
  skips      jsonb          not null default '[]' -- the first 1,000 that were left alone, and why
);
create index bulk_changes_owner on bulk_changes (owner);

-- Its questions in creation order, 1,000 to a row, until it ends: a worker goes on behind those that are done.
create table bulk_members (
  bulk_id      uuid    not null,
  ordinal      integer not null,
  question_ids uuid[]  not null,
  primary key (bulk_id, ordinal)
);

-- Where a question went whose version is its deletion by a merge, and what went with it.
create table question_merges (
  question_id uuid    not null,
  version     integer not null,
  merged_into uuid    not null,
  change_id   uuid    not null,
  dismissals  uuid[]  not null default '{}',
  pairs       uuid[]  not null default '{}',
  comments    uuid[]  not null default '{}',
  primary key (question_id, version)
);
create index question_merges_change on question_merges (change_id);
