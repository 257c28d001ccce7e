-- concurrent: the index of decision 73, for callers who may see answers. The others use questions_search, whose cost
-- and results do not depend on the answers.
create index concurrently questions_search_answers on questions
  using gin ((to_tsvector('english', question_text || ' ' || coalesce(topic_focus, '') || ' ' || searchable_answers(correct_answer, accepted_answers)) || array_to_tsvector(array['#' || (position >> 16)::text])))
  where deleted_at is null;
