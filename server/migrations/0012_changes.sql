-- Change sets: every write of questions belongs to one; see docs/decisions/0062. A row for each write: it is narrow, its key
-- grows at the right end, and no other index takes a row of a single create or update.
create table changes (
  id             uuid    primary key, -- version 7: it holds when
  reverts        uuid,                -- the change that this one took back
  count          integer not null,    -- of members: versions that it made
  gone           integer,             -- of them those that are no longer in the history
  conflict_count integer,             -- questions that a revert left alone
  kind           text    not null,
  actor          text    not null,
  status         text,                -- how its job ended; null without one, or before it has
  question_ids   uuid[],              -- members of a change of one transaction; of others they are in chunks
  versions       integer[]            -- the version of each that it made
);
create index changes_reverts on changes (reverts) where reverts is not null;
create index changes_kind on changes (kind, id) where kind <> 'create' and kind <> 'update';
create index changes_people on changes (actor, id) where actor like 'person:%';
create index changes_gone on changes (id) where gone >= count;

-- Up to 1,000 members, as a transaction of a job or a revert made them: 20 bytes for each.
create table change_chunks (
  change_id    uuid      not null,
  number       integer   not null,
  question_ids uuid[]    not null,
  versions     integer[] not null,
  conflicts    jsonb,                 -- of a revert: what it left alone, and why
  primary key (change_id, number)
);

-- The change that made the current version. A process of the release before writes versions without saying so: then
-- `change_version` is another one.
alter table questions add column change_id uuid, add column change_version integer;
alter table question_versions add column change_id uuid;
alter table events add column change_id uuid;
