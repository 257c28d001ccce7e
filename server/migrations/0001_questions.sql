-- The bank: categories, questions and their history. Sized for 10 M questions from the start:
-- wide columns last, narrow keys, no foreign key on the hot insert path (see docs/decisions/0004).

create table categories (
  id   smallint primary key generated always as identity,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 100)
);
create unique index categories_name_key on categories (lower(name));

insert into categories (name)
values ('Astronomy'), ('Geography'), ('Literature'), ('Mathematics'), ('Science'), ('General Knowledge');

create type question_status as enum ('draft', 'ready', 'archived');

create table questions (
  position          bigint generated always as identity,
  id                uuid            not null primary key,
  created_at        timestamptz(3)  not null,
  updated_at        timestamptz(3)  not null,
  deleted_at        timestamptz(3),
  version           integer         not null check (version > 0),
  status            question_status not null,
  category_id       smallint        not null,
  difficulty        smallint        not null check (difficulty between 0 and 2),
  body_version      smallint        not null,
  question_text     text            not null,
  correct_answer    text            not null,
  topic_focus       text,
  accepted_answers  text[]          not null,
  incorrect_answers text[]          not null,
  explanation       text,
  tags              text[]          not null,
  language          text            not null,
  source            text,
  license           text,
  external_id       text,
  updated_by        text            not null,
  -- The question's JSON exactly as the API presents it, rendered at write time; derived, checked by `verify`.
  body              text            not null
);

-- Every list walks one of these in position order; every index leaves deleted rows out. There is no index on position
-- alone: PostgreSQL would walk it past any number of drafts or archived questions to find the first ready ones.
create index questions_cell_position on questions (status, category_id, difficulty, position) where deleted_at is null;
create index questions_status_position on questions (status, position) where deleted_at is null;
create index questions_updated_at on questions (updated_at, position) where deleted_at is null;
create index questions_topic on questions (topic_focus, position) where deleted_at is null and topic_focus is not null;
create index questions_language on questions (language, position) where deleted_at is null and language <> 'en';
create index questions_tags on questions using gin (tags) where deleted_at is null;
create unique index questions_external_id_key on questions (external_id) where deleted_at is null and external_id is not null;
create index questions_deleted_at on questions (deleted_at) where deleted_at is not null;

-- Draws walk a cell in the order of a hash of the id, from a random or seeded start.
create index questions_draw on questions (status, category_id, difficulty, uuid_hash_extended(id, 0), position)
  where deleted_at is null;

-- Answers are not searched: a caller who may not see them must not be able to find them out by searching.
-- The lexeme '#<block>' lets a search for a common word stop in the first blocks of 65,536 positions that have enough of
-- it; no search text can name it, because the parser drops the sign.
create index questions_search on questions
  using gin ((to_tsvector('english', question_text || ' ' || coalesce(topic_focus, '')) || array_to_tsvector(array['#' || (position >> 16)::text])))
  where deleted_at is null;

-- Superseded versions only: the current one is the row in questions, so creating a question costs nothing here.
create table question_versions (
  question_id uuid           not null,
  version     integer        not null,
  changed_at  timestamptz(3) not null,
  deleted_at  timestamptz(3),
  changed_by  text           not null,
  body        text           not null,
  primary key (question_id, version)
);
