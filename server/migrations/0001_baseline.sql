-- The schema that the first releases start from. A database that has the fifteen migrations from before adopts it as it is.
-- Sized for 10 M questions: wide columns last, narrow keys, no foreign key on the hot insert path (docs/decisions/0004).

-- Categories ---------------------------------------------------------------------------------------------------------

-- An id never gets another name: to rename is to make a category and merge the old one into it. So a node that does not know
-- of a change yet cannot write a question under a wrong name. See docs/decisions/0032.
create table categories (
  id          smallint primary key generated always as identity,
  name        text not null check (name = btrim(name) and char_length(name) between 1 and 100),
  merged_into smallint,       -- where its questions go, or went; none are added meanwhile
  ended_at    timestamptz(3)  -- gone; the row stays while deleted questions, draws and analyses may name it
);
create unique index categories_name_key on categories (lower(name)) where merged_into is null and ended_at is null;

insert into categories (name)
values ('Astronomy'), ('Geography'), ('Literature'), ('Mathematics'), ('Science'), ('General Knowledge');

create table category_merges (
  id           uuid           primary key,
  created_at   timestamptz(3) not null,
  started_at   timestamptz(3),
  completed_at timestamptz(3),
  total        bigint         not null, -- questions when it was asked for
  completed    bigint         not null, -- moved so far
  from_id      smallint       not null,
  into_id      smallint       not null,
  status       text           not null check (status in ('queued', 'running', 'succeeded', 'canceled')),
  created_by   text           not null
);
create unique index category_merges_unfinished on category_merges (from_id) where completed_at is null;
create index category_merges_completed_at on category_merges (completed_at);

-- Questions ----------------------------------------------------------------------------------------------------------

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
  body              text            not null,
  -- The transaction that wrote this version. With a snapshot of PostgreSQL (pg_current_snapshot) it tells whether the version
  -- was there at that moment, exactly, whatever the clocks of the nodes say; the version before it is in question_versions.
  -- 0 is older than any snapshot.
  transaction_id    xid8            not null default pg_current_xact_id()
);

-- Every list walks one of these in position order; every index leaves deleted rows out. There is no index on position
-- alone: PostgreSQL would walk it past any number of drafts or archived questions to find the first ready ones.
create index questions_cell_position on questions (status, category_id, difficulty, position) where deleted_at is null;
-- Carries what an analysis by stored features needs of a question: a shard of 32,768 is read in 10 ms instead of 65.
create index questions_status_position on questions (status, position) include (category_id, id, version, transaction_id)
  where deleted_at is null;
create index questions_updated_at on questions (updated_at, position) where deleted_at is null;
create index questions_topic on questions (topic_focus, position) where deleted_at is null and topic_focus is not null;
create index questions_language on questions (language, position) where deleted_at is null and language <> 'en';
create unique index questions_external_id_key on questions (external_id) where deleted_at is null and external_id is not null;
create index questions_deleted_at on questions (deleted_at) where deleted_at is not null;
create index questions_transaction on questions (transaction_id, position);

-- Draws walk a ring: the order of a hash of the position, from a random or seeded start. The index holds all that passing
-- over questions needs, and a draw reads only the questions it gives. A topic has a ring of its own: without it a draw by
-- topic would read and sort every question of the topic.
create index questions_draw on questions (status, category_id, difficulty, hashint8extended(position, 0), position)
  where deleted_at is null;
create index questions_topic_draw on questions (topic_focus, hashint8extended(position, 0), position)
  include (status, category_id, difficulty)
  where deleted_at is null and topic_focus is not null;

-- Answers are not searched: a caller who may not see them must not be able to find them out by searching.
-- The lexeme '#<block>' lets a search for a common word stop in the first blocks of 65,536 positions that have enough of
-- it; no search text can name it, because the parser drops the sign.
create index questions_search on questions
  using gin ((to_tsvector('english', question_text || ' ' || coalesce(topic_focus, '')) || array_to_tsvector(array['#' || (position >> 16)::text])))
  where deleted_at is null;

-- Superseded versions only: the current one is the row in questions, so creating a question costs nothing here.
create table question_versions (
  question_id    uuid           not null,
  version        integer        not null,
  changed_at     timestamptz(3) not null,
  deleted_at     timestamptz(3),
  changed_by     text           not null,
  body           text           not null,
  transaction_id xid8           not null default '0',
  primary key (question_id, version)
);

-- Writing into categories --------------------------------------------------------------------------------------------

-- Nothing is written into a category that is being merged, or is gone. Writers share a lock of the category, and whoever
-- closes it takes it alone: they wait for those who are writing, and who comes later finds it closed. An advisory lock,
-- because locks of rows are written to disk, with a list of holders where several writers share one.
create function category_lock() returns integer language sql immutable parallel safe return 7102020;

create function require_open_categories(wanted smallint[]) returns void language plpgsql as $$
declare
  closed text;
begin
  perform pg_advisory_xact_lock_shared(category_lock(), id) from unnest(wanted) id order by id;
  select coalesce(name, '') into closed
    from unnest(wanted) wanted_id left join categories on id = wanted_id
   where id is null or merged_into is not null or ended_at is not null
   limit 1;
  if found then
    raise exception 'The category takes no more questions' using
      errcode = 'foreign_key_violation', constraint = 'questions_category_open', detail = closed;
  end if;
end $$;

create function lock_changed_category() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(category_lock(), old.id);
  return new;
end $$;
create trigger categories_lock before update on categories
  for each row execute function lock_changed_category();

create function check_inserted_categories() returns trigger language plpgsql as $$
begin
  perform require_open_categories(array(select distinct category_id from new_rows));
  return null;
end $$;

-- Of what was changed, moved or restored, the rows that are new in their category.
create function check_updated_categories() returns trigger language plpgsql as $$
declare
  wanted smallint[] := array(select distinct category_id
                               from (select position, category_id from new_rows where deleted_at is null
                                     except
                                     select position, category_id from old_rows where deleted_at is null) moved);
begin
  if cardinality(wanted) > 0 then
    perform require_open_categories(wanted);
  end if;
  return null;
end $$;

create trigger questions_category_insert after insert on questions
  referencing new table as new_rows for each statement execute function check_inserted_categories();
create trigger questions_category_update after update on questions
  referencing old table as old_rows new table as new_rows for each statement execute function check_updated_categories();

-- Counted blocks -----------------------------------------------------------------------------------------------------

-- Exact totals and flat deep offsets. Every statement that changes questions appends delta rows in its own transaction, so
-- totals are exact in every snapshot and writers never wait for each other; the worker folds deltas into the counts.
-- Blocks have three sizes: 2^30 positions for totals, 2^18 to find the region of a deep page, 2^12 to find its place in
-- it. Each status is also counted as a whole, as category -1 and difficulty -1: most lists restrict nothing else.
create table question_blocks (
  size        smallint        not null, -- 12, 18 or 30: a block is 2^size consecutive positions
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  block       integer         not null,
  count       bigint          not null,
  primary key (size, status, category_id, difficulty, block)
) with (fillfactor = 80); -- counts change in place, on the page where they are

create table question_topics (
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  topic_focus text            not null, -- '' stands for "no topic"
  count       bigint          not null,
  primary key (status, category_id, difficulty, topic_focus)
);
create index question_topics_topic on question_topics (topic_focus);

create table question_count_deltas (
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  block       integer         not null,
  delta       integer         not null,
  topic_focus text            not null
) with (
  -- Folded away about once a second: vacuum at once, or readers wade through dead rows.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);

create function count_inserted_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, count(*), coalesce(topic_focus, '')
    from new_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

create function count_updated_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, block, sum(delta), topic_focus
    from (select status, category_id, difficulty, (position >> 12)::integer as block, 1 as delta, coalesce(topic_focus, '') as topic_focus
            from new_rows where deleted_at is null
          union all
          select status, category_id, difficulty, (position >> 12)::integer, -1, coalesce(topic_focus, '')
            from old_rows where deleted_at is null) changed
   group by 1, 2, 3, 4, 6
  having sum(delta) <> 0;
  return null;
end $$;

create function count_removed_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, -count(*), coalesce(topic_focus, '')
    from old_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

create function forget_question_counts() returns trigger language plpgsql as $$
begin
  truncate question_blocks, question_topics, question_count_deltas;
  return null;
end $$;

create trigger questions_count_insert after insert on questions
  referencing new table as new_rows for each statement execute function count_inserted_questions();
create trigger questions_count_update after update on questions
  referencing old table as old_rows new table as new_rows for each statement execute function count_updated_questions();
create trigger questions_count_delete after delete on questions
  referencing old table as old_rows for each statement execute function count_removed_questions();
create trigger questions_count_truncate after truncate on questions
  for each statement execute function forget_question_counts();

-- Tags ---------------------------------------------------------------------------------------------------------------

-- Each tag of each question as a row, kept by triggers: a list by tag walks it in creation order and a draw in ring
-- order, where an inverted index could only give all questions of a tag at once.
create table question_tags (
  position    bigint          not null,
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  tag         text            not null,
  primary key (tag, position) include (status, category_id, difficulty)
);
create index question_tags_draw on question_tags (tag, hashint8extended(position, 0), position)
  include (status, category_id, difficulty);

create function keep_inserted_tags() returns trigger language plpgsql as $$
begin
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from new_rows
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

-- Most updates leave alone what is kept here; a position never changes. A plan of these functions is made once for each
-- connection and kept. Made for one row, it joined old and new rows of a bulk update pair by pair: 100,000 rows took 16 s
-- instead of 1. EXCEPT sorts, and the tags are found by their key, for one row as for a million; the settings keep any
-- other plan from being made, and kept.
create function keep_updated_tags() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_hashagg = off
as $$
begin
  delete from question_tags
   using (select position, tags, status, category_id, difficulty, deleted_at from old_rows
          except
          select position, tags, status, category_id, difficulty, deleted_at from new_rows) changed
   where question_tags.tag = any(changed.tags)
     and question_tags.position = changed.position;
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from (select position, tags, status, category_id, difficulty, deleted_at from new_rows
          except
          select position, tags, status, category_id, difficulty, deleted_at from old_rows) changed
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

create function drop_removed_tags() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  delete from question_tags
   using old_rows
   where question_tags.tag = any(old_rows.tags)
     and question_tags.position = old_rows.position;
  return null;
end $$;

create function forget_tags() returns trigger language plpgsql as $$
begin
  truncate question_tags;
  return null;
end $$;

create trigger questions_tag_insert after insert on questions
  referencing new table as new_rows for each statement execute function keep_inserted_tags();
create trigger questions_tag_update after update on questions
  referencing old table as old_rows new table as new_rows for each statement execute function keep_updated_tags();
create trigger questions_tag_delete after delete on questions
  referencing old table as old_rows for each statement execute function drop_removed_tags();
create trigger questions_tag_truncate after truncate on questions
  for each statement execute function forget_tags();

-- Features and duplicates --------------------------------------------------------------------------------------------

-- Pure functions of a question, computed by the service when it is written, so that analyses are plain SQL at 10 M rows.
-- features_version tells which code computed a row: a newer one recomputes it in the background.
create table question_features (
  position         bigint    primary key,
  text_hash        bigint    not null, -- of the normalised question text: equal for exact duplicates
  features_version smallint  not null,
  text_chars       smallint,           -- this column and the next five: nothing reads or writes them any more
  text_words       smallint,
  text_sentences   smallint,
  answer_chars     smallint,
  answer_words     smallint,
  answer_key       text,
  likeness_keys    integer[] not null, -- questions that ask the same share keys
  flaws            integer   not null default 0, -- what item-writing rules say of it; see domain/flaws
  answer_type      smallint  not null default 0
);
create index question_features_text_hash on question_features (text_hash);
-- Each look-up of a key read the list of entries to come: three quarters of the time of a batch of look-ups. Without the
-- list, a bulk of 1,000 questions is written no slower (medians of two runs on a busy machine: 342 and 252 ms with it, 213
-- and 207 ms without), and a single one as fast.
create index question_features_likeness_keys on question_features using gin (likeness_keys)
  with (gin_pending_list_limit = 64, fastupdate = off);

-- How far the background has brought each derived column to the version that the running code computes.
create table derived_columns (
  name    text     primary key,
  version smallint not null,
  last_id uuid     not null -- rows up to here are done
);
insert into derived_columns (name, version, last_id)
values ('body', 0, '00000000-0000-0000-0000-000000000000'), ('features', 0, '00000000-0000-0000-0000-000000000000');

-- Questions that share keys, those that share the most first; of each key so many, since one that hundreds share says little.
-- Where a bank has no common key, PostgreSQL knows nothing of how rare they are, expects thousands of rows and would read the
-- whole table up to the limit: 216 ms at a million questions.
create function positions_by_likeness(keys integer[], of_each integer, most integer) returns setof bigint
  language sql stable parallel safe
  set enable_seqscan = off
  as $$
    select position
      from unnest(keys) as wanted (key)
     cross join lateral (select position from question_features where likeness_keys @> array[wanted.key] limit of_each) found
     group by position
     order by count(*) desc, position
     limit most
  $$;

-- The same for many questions in one look-up, with the place of each in the request; compiling it would take longer than
-- running it.
create function positions_by_likeness_of_each(places integer[], keys integer[], of_each integer, most integer)
  returns table (place integer, "position" bigint)
  language sql stable parallel safe
  set enable_seqscan = off set jit = off
  as $$
    select place, position
      from (select place, position, row_number() over (partition by place order by count(*) desc, position) as rank
              from unnest(places, keys) as wanted (place, key)
             cross join lateral (select position from question_features where likeness_keys @> array[wanted.key] limit of_each) found
             group by place, position) ranked
     where rank <= most
  $$;

-- Pairs of questions that are not the same.
create table duplicate_dismissals (
  id             uuid           primary key,
  created_at     timestamptz(3) not null,
  withdrawn_at   timestamptz(3),          -- the pair counts again
  transaction_id xid8           not null default pg_current_xact_id(), -- as of questions: what an analysis may see of it
  question_a     uuid           not null, -- the smaller id
  question_b     uuid           not null,
  created_by     text           not null,
  note           text,
  unique (question_a, question_b),
  check (question_a < question_b)
);
create index duplicate_dismissals_question_b on duplicate_dismissals (question_b);
create index duplicate_dismissals_transaction on duplicate_dismissals (transaction_id);
create index duplicate_dismissals_withdrawn_at on duplicate_dismissals (withdrawn_at) where withdrawn_at is not null;
create index duplicate_dismissals_created_by on duplicate_dismissals (created_by);

-- Events, replies under a key, draws ---------------------------------------------------------------------------------

-- The outbox: one row for every change, written in the transaction of the change.
create table events (
  sequence       bigint generated always as identity primary key,
  -- Sequence order is not commit order: a reader takes only rows of transactions below pg_snapshot_xmin.
  transaction_id xid8           not null default pg_current_xact_id(),
  occurred_at    timestamptz(3) not null,
  resource_id    uuid           not null,
  version        integer        not null,
  type           text           not null,
  changed        text[]         not null,
  actor          text           not null
);
create index events_occurred_at on events (occurred_at);

-- A finished POST and its reply, kept for a day; written in the transaction of the effect.
create table idempotency_keys (
  scope        bytea          primary key, -- SHA-256 of principal, method, path and key
  fingerprint  bytea          not null,    -- SHA-256 of the request body
  created_at   timestamptz(3) not null,
  status       smallint       not null,
  headers      jsonb          not null,
  body         text           not null,
  -- Of a long reply the questions in it are kept as a reference: the body is then empty, and the template has a U+0001 for
  -- each of them.
  template     text,
  question_ids uuid[],
  versions     integer[]
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- A draw that never repeats keeps its start and how far it has walked, not what it has shown.
create table draws (
  id            uuid           primary key,
  created_at    timestamptz(3) not null,
  used_at       timestamptz(3) not null,
  start_key     bigint         not null,
  last_key      bigint,
  last_position bigint,
  drawn         bigint         not null,
  wrapped       boolean        not null,
  exhausted     boolean        not null,
  owner         text           not null,
  seed          text           not null,
  filter        jsonb          not null,
  question_ids  uuid[] -- sixteen bytes for each id instead of 39; the filter beside it has none
);
create index draws_used_at on draws (used_at);
create index draws_owner on draws (owner, used_at);

-- What each principal has had stored in a day beside the bank itself: replies under a key, superseded versions, draws.
create table daily_storage (
  owner text   not null,
  day   date   not null,
  bytes bigint not null,
  primary key (owner, day)
) with (fillfactor = 50); -- counted up in place
create index daily_storage_day on daily_storage (day);

-- When the sweep last looked at the database's clock. A clock that leapt since is not believed for a while.
create table sweep_clock (
  only_one   boolean        primary key default true check (only_one),
  seen_at    timestamptz(3) not null,
  held_until timestamptz(3) -- nothing is purged before
);
insert into sweep_clock (seen_at) values (clock_timestamp());

-- Access -------------------------------------------------------------------------------------------------------------

-- Who may do what, and who did it. Of a secret only its SHA-256 is ever stored.
create table tokens (
  id              uuid           primary key,
  kind            text           not null check (kind in ('operator', 'api_key')),
  name            text           not null,
  scopes          text[]         not null,
  created_by      text           not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3),          -- null: never; the operator's only
  lifetime        interval,                -- a rotation renews it
  last_used_at    timestamptz(3),          -- to the minute
  revoked_at      timestamptz(3),
  version         integer        not null, -- 1, and 1 more with each rotation and at the end
  digest          bytea          not null,
  previous_digest bytea,                   -- of the secret before the last rotation, valid until
  previous_until  timestamptz(3)
);
create unique index tokens_digest_key on tokens (digest);
create unique index tokens_previous_digest_key on tokens (previous_digest) where previous_digest is not null;
create index tokens_created_by on tokens (created_by, id);
create index tokens_ended_at on tokens (least(revoked_at, expires_at));

create table oauth_clients (
  id              uuid           primary key,
  name            text           not null,
  scopes          text[]         not null,
  created_by      text           not null,
  created_at      timestamptz(3) not null,
  last_used_at    timestamptz(3),
  digest          bytea          not null,
  previous_digest bytea,
  previous_until  timestamptz(3)
);
create index oauth_clients_created_by on oauth_clients (created_by, id);

create table access_tokens (
  digest     bytea          primary key,
  client_id  uuid           not null references oauth_clients on delete cascade,
  scopes     text[]         not null,
  issued_at  timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index access_tokens_client_id on access_tokens (client_id, expires_at);
create index access_tokens_expires_at on access_tokens (expires_at);

-- Keys by which the service knows again what it has signed, one for each purpose. Made here, so that all nodes have the
-- same one from the start. 244 bits of randomness from PostgreSQL itself.
create table signing_keys (
  purpose    text           primary key,
  key        bytea          not null check (octet_length(key) = 32),
  created_at timestamptz(3) not null default now()
);
insert into signing_keys (purpose, key)
values ('plot-links', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

create table audit_log (
  sequence    bigint generated always as identity primary key,
  occurred_at timestamptz(3) not null,
  action      text           not null,
  actor       text           not null,
  target      text,
  address     text           not null,
  request_id  text           not null,
  details     jsonb          not null
);
create index audit_log_action on audit_log (action, sequence);
create index audit_log_actor on audit_log (actor, sequence);
create index audit_log_occurred_at on audit_log (occurred_at);

-- Append-only, but for entries past their time: they go when a transaction says that it prunes, and none of the last 30
-- days ever does.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    if current_setting('quaestor.prune_audit_log', true) = 'on' and old.occurred_at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_delete_old before delete on audit_log
  for each row execute function refuse_audit_change();

-- Analyses -----------------------------------------------------------------------------------------------------------

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
  result         text,
  -- The turn of a run's first shard; each further shard has the next one. Shards are taken in the order of their turns, so
  -- that runs of different owners alternate. Null for runs that are done in one go.
  first_turn     integer
);
create index analyses_unfinished on analyses (owner) where status in ('queued', 'running');
create index analyses_owner on analyses (owner);
create index analyses_fingerprint on analyses (fingerprint, created_at) where status = 'succeeded';
create index analyses_expires_at on analyses (expires_at);
create index analyses_items_id on analyses (items_id);
create index analyses_question_ids on analyses using gin (question_ids) where question_ids is not null;

-- A range of positions and, once it is done, its partial result. Gone when the analysis has finished.
create table analysis_shards (
  analysis_id    uuid     not null,
  shard          integer  not null,
  from_position  bigint   not null,
  until_position bigint   not null,
  questions      integer,
  partial        bytea,
  population     smallint not null default 0, -- 0 the questions asked for, 1 and on those they are compared with
  primary key (analysis_id, shard)
);
alter table analysis_shards alter column partial set storage external;

-- Rows of a result, many in each row of the table: a flaw report on 10 M questions has millions.
create table analysis_items (
  items_id     uuid      not null,
  rank         smallint  not null,
  shard        integer   not null,
  count        integer   not null,
  question_ids uuid[]    not null,
  versions     integer[] not null,
  bodies       text[]    not null,
  -- Of rows that a worker filed while it read, until the shard is finished: of several workers at one shard one is right.
  attempt      uuid      not null default '00000000-0000-0000-0000-000000000000',
  primary key (items_id, rank, shard, attempt)
);
-- Compressing them would take longer than all else of filing them.
alter table analysis_items
  alter column question_ids set storage external,
  alter column versions set storage external,
  alter column bodies set storage external;
