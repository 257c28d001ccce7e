-- What upgrades of running systems need; see docs/decisions/0037.

-- Migrations that processes of the release before cannot live with. Written before such a migration is applied: a process
-- that finds one it does not know stops taking jobs and is no longer ready.
create table breaking_migrations (
  name         varchar(255)   primary key,
  announced_at timestamptz(3) not null default now()
);

-- When the background has been through the bank, it follows what is written from then on, in the order of transactions: also
-- nodes of the release before write questions, and compute what is derived in their way.
alter table derived_columns
  add column seen_transaction xid8   not null default '0', -- rows up to here, and those of earlier transactions, were looked at
  add column seen_position    bigint not null default 0;

-- Which release wrote the JSON of a superseded version. That of another one, or of one that does not say, is read as data and
-- presented as today's code does: a field that it did not have gets its default.
alter table question_versions add column body_version smallint;

-- PostgreSQL 18 names these constraints. In a database from before the baseline this one has the name that its column had once.
do $$
begin
  if exists (select from pg_constraint where conname = 'question_features_minhash_bands_not_null') then
    alter table question_features rename constraint question_features_minhash_bands_not_null to question_features_likeness_keys_not_null;
  end if;
end $$;
