-- Each tag of each question as a row, kept by triggers: a list by tag walks it in creation order and a draw in ring
-- order, where the inverted index could only give all questions of a tag at once.

lock table questions in share mode;

create table question_tags (
  position    bigint          not null,
  status      question_status not null,
  category_id smallint        not null,
  difficulty  smallint        not null,
  tag         text            not null,
  primary key (tag, position) include (status, category_id, difficulty)
);

insert into question_tags (position, status, category_id, difficulty, tag)
select position, status, category_id, difficulty, unnest(tags)
  from questions
 where deleted_at is null
 order by 5, 1
    on conflict do nothing; -- a tag given twice

create index question_tags_draw on question_tags (tag, hashint8extended(position, 0), position)
  include (status, category_id, difficulty);
drop index questions_tags;

create function keep_inserted_tags() returns trigger language plpgsql as $$
begin
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from new_rows
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

-- Most updates leave alone what is kept here; a position never changes.
create function keep_updated_tags() returns trigger language plpgsql as $$
begin
  delete from question_tags
   using old_rows
    join new_rows using (position)
   where question_tags.position = old_rows.position
     and question_tags.tag = any(old_rows.tags)
     and (old_rows.tags, old_rows.status, old_rows.category_id, old_rows.difficulty, old_rows.deleted_at)
         is distinct from (new_rows.tags, new_rows.status, new_rows.category_id, new_rows.difficulty, new_rows.deleted_at);
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from new_rows
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

create function drop_removed_tags() returns trigger language plpgsql as $$
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
