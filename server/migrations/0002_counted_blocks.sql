-- Counted blocks: exact totals and flat deep offsets. A block is 65,536 consecutive positions; its counts are kept per
-- (status, category, difficulty). Every statement that changes questions appends delta rows in its own transaction, so
-- totals are exact in every snapshot and writers never wait for each other; the worker folds deltas into the counts.

create table question_blocks (
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  block       integer         not null,
  count       bigint          not null,
  primary key (status, category_id, difficulty, block)
);

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
);
-- Folded away about once a second: vacuum at once, or readers wade through dead rows.
alter table question_count_deltas
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

create function count_inserted_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 16)::integer, count(*), coalesce(topic_focus, '')
    from new_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

create function count_updated_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, block, sum(delta), topic_focus
    from (select status, category_id, difficulty, (position >> 16)::integer as block, 1 as delta, coalesce(topic_focus, '') as topic_focus
            from new_rows where deleted_at is null
          union all
          select status, category_id, difficulty, (position >> 16)::integer, -1, coalesce(topic_focus, '')
            from old_rows where deleted_at is null) changed
   group by 1, 2, 3, 4, 6
  having sum(delta) <> 0;
  return null;
end $$;

create function count_removed_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 16)::integer, -count(*), coalesce(topic_focus, '')
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
