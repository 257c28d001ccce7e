-- The turn of a run's first shard; each further shard has the next one. Shards are taken in the order of their turns, so
-- that runs of different owners alternate. Null for runs that are done in one go, and for those of the release before.
alter table analyses add column first_turn integer;

-- Nothing reads these, so nothing computes them any more. The release before still writes them: the next one drops them.
alter table question_features
  alter column text_chars drop not null,
  alter column text_words drop not null,
  alter column text_sentences drop not null,
  alter column answer_chars drop not null,
  alter column answer_words drop not null,
  alter column answer_key drop not null;
