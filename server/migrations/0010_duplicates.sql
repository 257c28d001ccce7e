-- Analyses that compare, what finds questions that ask the same, and pairs of questions that are not the same.

-- Which questions a shard is of: 0 those asked for, 1 and on those they are compared with.
alter table analysis_shards add column population smallint not null default 0;
-- Partial results of shards are bytes now: questions in few numbers each do not fit JSON. Runs under way end here.
update analyses
   set status = 'failed', phase = 'finished', completed_at = now(),
       error = '{"code": "analysis_failed", "title": "The analysis met an error in its own computation.", "detail": "The service was upgraded while it ran: run it again."}'
 where status = 'running';
delete from analysis_shards;
alter table analysis_shards alter column partial type bytea using null;
alter table analysis_shards alter column partial set storage external;

create table duplicate_dismissals (
  id             uuid           primary key,
  created_at     timestamptz(3) not null,
  withdrawn_at   timestamptz(3),          -- the pair counts again
  -- As of questions: what an analysis may see of it; see 0009.
  transaction_id xid8           not null default pg_current_xact_id(),
  question_a     uuid           not null, -- the smaller id
  question_b     uuid           not null,
  created_by     text           not null,
  note           text,
  unique (question_a, question_b),
  check (question_a < question_b)
);
create index duplicate_dismissals_question_b on duplicate_dismissals (question_b);
create index duplicate_dismissals_transaction on duplicate_dismissals (transaction_id);

-- Keys of another kind take the place of MinHash bands; the background computes them anew (features_version).
alter table question_features rename column minhash_bands to likeness_keys;
alter index question_features_minhash_bands rename to question_features_likeness_keys;

-- Its list of entries to come is read by every look-up: a short one.
alter index question_features_likeness_keys set (gin_pending_list_limit = 64);

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
