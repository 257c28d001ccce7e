-- The ring of draws hashes the position instead of the id: then the index holds all that passing over questions needs,
-- and a draw reads only the questions it gives. Draws under way hold places of the old ring and cannot go on.

drop index questions_draw;
create index questions_draw on questions (status, category_id, difficulty, hashint8extended(position, 0), position)
  where deleted_at is null;
truncate draws;

-- A topic has a ring of its own: without it a draw by topic would read and sort every question of the topic.
create index questions_topic_draw on questions (topic_focus, hashint8extended(position, 0), position)
  include (status, category_id, difficulty)
  where deleted_at is null and topic_focus is not null;
