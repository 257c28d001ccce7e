-- Saved lists, what is said of a question, and rows of analyses given to people; see docs/decisions/0064.
create table views (
  id         uuid           primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version    integer        not null default 1,
  shared     boolean        not null, -- with all who may read questions
  owner      text           not null, -- principal
  name       text           not null,
  filter     jsonb          not null, -- as it was asked for
  sort       text,                    -- null: that of the list
  columns    text[]                   -- null: the reader's choice
);
create index views_owner on views (owner, id);
create index views_shared on views (id) where shared;

create table comments (
  id          uuid           primary key,
  question_id uuid           not null,
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  version     integer        not null default 1,
  author      text           not null, -- principal
  resolved_by text,                    -- principal; null while it is open
  text        text           not null
);
create index comments_question_id on comments (question_id, id);
create index comments_author on comments (author);

create table assignments (
  id            uuid           primary key,
  question_id   uuid           not null, -- of a pair the smaller id
  other_id      uuid,                    -- of a pair the larger id
  person        uuid           not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  done_at       timestamptz(3),
  version       integer        not null default 1,
  analysis_type text           not null, -- of every pair 'duplicates'
  created_by    text           not null, -- principal
  about         text[]         not null default '{}' -- which rows of the type about the question, in order; empty: all
);
-- Nobody is given what somebody is at already.
create unique index assignments_open on assignments (question_id, analysis_type, about, coalesce(other_id, question_id))
 where done_at is null;
create index assignments_question_id on assignments (question_id);
create index assignments_other_id on assignments (other_id) where other_id is not null;
create index assignments_person on assignments (person, id);
create index assignments_created_by on assignments (created_by);
create index assignments_done_at on assignments (done_at) where done_at is not null;
