-- Blocks of three sizes instead of one: 2^30 positions for totals, 2^18 to find the region of a deep page, 2^12 to find
-- its place in it. A total reads one row for each cell, and a deep page passes over a few hundred questions instead of
-- several thousand. Each status is also counted as a whole, as category -1 and difficulty -1: most lists restrict nothing
-- else. Counts are made anew from the questions.

lock table questions in share mode;

drop table question_blocks;
create table question_blocks (
  size        smallint        not null, -- 12, 18 or 30: a block is 2^size consecutive positions
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  block       integer         not null,
  count       bigint          not null,
  primary key (size, status, category_id, difficulty, block)
) with (fillfactor = 80); -- counts change in place, on the page where they are

create or replace function count_inserted_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, count(*), coalesce(topic_focus, '')
    from new_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

create or replace function count_updated_questions() returns trigger language plpgsql as $$
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

create or replace function count_removed_questions() returns trigger language plpgsql as $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, -count(*), coalesce(topic_focus, '')
    from old_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

truncate question_topics, question_count_deltas;
insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
select status, category_id, difficulty, (position >> 12)::integer, count(*), coalesce(topic_focus, '')
  from questions
 where deleted_at is null
 group by 1, 2, 3, 4, 6;

-- The first fold (see store/question-counts.ts), done here so that the service starts with folded counts.
insert into question_blocks (size, status, category_id, difficulty, block, count)
select size, status, coalesce(category_id, -1), coalesce(difficulty, -1), block >> (size - 12), sum(delta)
  from question_count_deltas
 cross join (values (12), (18), (30)) sizes (size)
 group by grouping sets ((size, status, block >> (size - 12), category_id, difficulty), (size, status, block >> (size - 12)))
 order by 1, 5, 2, 3, 4;
insert into question_topics (status, category_id, difficulty, topic_focus, count)
select status, category_id, difficulty, topic_focus, sum(delta)
  from question_count_deltas
 group by 1, 2, 3, 4;
truncate question_count_deltas;
