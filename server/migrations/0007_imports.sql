-- Imports of files; see docs/decisions/0052. The id is that of a job, which has status, progress and error.
create table imports (
  id           uuid           primary key,
  created_at   timestamptz(3) not null,
  uploaded_at  timestamptz(3),             -- null while the file is on its way
  checked_at   timestamptz(3),             -- from here on questions are written
  owner        text           not null,
  actor        text           not null,    -- who the questions are written by
  file_name    text,
  format       text           not null,
  bytes        bigint         not null default 0,
  sha256       bytea,
  options      jsonb          not null,
  encoding     text,                       -- as it was read
  columns      jsonb,
  header       text,                       -- what rejected rows are returned under
  preview      jsonb          not null default '[]',
  notes        jsonb          not null default '[]',
  read         integer        not null default 0,
  created      integer        not null default 0,
  updated      integer        not null default 0,
  unchanged    integer        not null default 0,
  duplicate    integer        not null default 0,
  rejected     integer        not null default 0,
  undo_id      uuid,                       -- the job that takes it back
  undo_removed integer        not null default 0,
  undo_restored integer       not null default 0,
  undo_kept    integer        not null default 0
);
create index imports_owner on imports (owner, id);
create index imports_uploaded_at on imports (uploaded_at);
create index imports_cut_off on imports (created_at) where uploaded_at is null;

-- The file itself, until the import ends; what is sent compressed would be compressed again for nothing.
create table import_chunks (
  import_id uuid    not null,
  number    integer not null,
  bytes     bytea   not null,
  primary key (import_id, number)
);
alter table import_chunks alter column bytes set storage external;

-- What is wrong with which item of the file: 128 numbers for each item, so that they are in its order.
create table import_reports (
  import_id   uuid    not null,
  number      bigint  not null,
  line        integer,
  sheet_row   integer,
  sheet       text,
  cell        text,
  file        text,
  item        text,
  column_name text,
  code        text    not null,
  detail      text    not null,
  fix         text    not null,
  value       text    not null,
  raw         text,                        -- of the first report of an item: the item itself
  primary key (import_id, number)
);

-- What a transaction of an import has written, and how far in the file it came: a worker goes on behind the last one.
create table import_batches (
  import_id    uuid      not null,
  number       integer   not null,
  items_until  integer   not null,
  question_ids uuid[]    not null,
  former       integer[] not null,         -- the version before, 0 of a new question
  versions     integer[] not null,         -- the version that it has unless somebody changes it
  undone       boolean   not null default false,
  primary key (import_id, number)
);
