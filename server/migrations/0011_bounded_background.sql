-- Bounds for what goes on in the background and for what a principal may leave behind; see docs/decisions/0027.

-- A plan of these functions is made once for each connection and kept. Made for one row, it joined old and new rows of a
-- bulk update pair by pair: 100,000 rows took 16 s instead of 1. EXCEPT sorts, and the tags are found by their key, for
-- one row as for a million; the settings keep any other plan from being made, and kept.
create or replace function keep_updated_tags() returns trigger language plpgsql
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

alter function drop_removed_tags() set enable_seqscan = off;
alter function drop_removed_tags() set enable_hashjoin = off;
alter function drop_removed_tags() set enable_mergejoin = off;

-- Near-duplicates of many questions in one look-up. As positions_by_likeness (0010), with the place of each question in
-- the request; compiling it would take longer than running it.
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

-- Each look-up of a key read the list of entries to come: three quarters of the time of a batch of look-ups. Without the
-- list, a bulk of 1,000 questions is written no slower (medians of two runs on a busy machine: 342 and 252 ms with it, 213 and 207 ms without), and a single one as fast.
alter index question_features_likeness_keys set (fastupdate = off);
select gin_clean_pending_list('question_features_likeness_keys');

-- The sweep finds what is past its time by an index, whatever else is there.
create index events_occurred_at on events (occurred_at);
create index audit_log_occurred_at on audit_log (occurred_at);
create index tokens_ended_at on tokens (least(revoked_at, expires_at));
create index duplicate_dismissals_withdrawn_at on duplicate_dismissals (withdrawn_at) where withdrawn_at is not null;

-- When the sweep last looked at the database's clock. A clock that leapt since is not believed for a while.
create table sweep_clock (
  only_one   boolean        primary key default true check (only_one),
  seen_at    timestamptz(3) not null,
  held_until timestamptz(3)           -- nothing is purged before
);
insert into sweep_clock (seen_at) values (clock_timestamp());

-- The audit log stays append-only, but for entries past their time: they go when a transaction says that it prunes, and
-- none of the last 30 days ever does.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    if current_setting('quaestor.prune_audit_log', true) = 'on' and old.occurred_at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'restrict_violation';
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_delete_old before delete on audit_log
  for each row execute function refuse_audit_change();

-- Caps for each principal: what is counted is found by an index.
create index draws_owner on draws (owner, used_at);
create index analyses_owner on analyses (owner);
create index duplicate_dismissals_created_by on duplicate_dismissals (created_by);
drop index access_tokens_client_id;
create index access_tokens_client_id on access_tokens (client_id, expires_at);

-- What each principal has had stored in a day beside the bank itself: replies under a key, superseded versions, draws.
create table daily_storage (
  owner text   not null,
  day   date   not null,
  bytes bigint not null,
  primary key (owner, day)
) with (fillfactor = 50); -- counted up in place
create index daily_storage_day on daily_storage (day);

-- Sixteen bytes for each id instead of 39; the filter beside it has none.
alter table draws add column question_ids uuid[];

-- Of a long reply the questions in it are kept as a reference: the body is then empty, and the template has a U+0001 for
-- each of them.
alter table idempotency_keys
  add column template     text,
  add column question_ids uuid[],
  add column versions     integer[];
