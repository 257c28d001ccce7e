-- concurrent: comments of all questions that are not resolved, newest first, with their questions; and those that
-- mention a person.
create index concurrently comments_open on comments (id) include (question_id) where resolved_by is null;
create index concurrently comments_mentions on comments using gin (mentions) where mentions <> '{}';
