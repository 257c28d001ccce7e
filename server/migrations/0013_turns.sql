-- The turn of a run's first shard; each further shard has the next one. Shards are taken in the order of their turns, so
-- that runs of different owners alternate. Null for runs that are done in one go, and for those of the release before.
alter table analyses add column first_turn integer;
