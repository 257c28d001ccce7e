-- Jobs of kinds that have no table of their own; see docs/decisions/0038.
create table jobs (
  id           uuid           primary key,
  created_at   timestamptz(3) not null,
  started_at   timestamptz(3),
  completed_at timestamptz(3),
  completed    bigint         not null default 0,
  total        bigint,                  -- unknown until the job tells
  turn         bigint         not null, -- owners take turns: the lowest is next
  attempt      integer        not null default 0, -- whose successor has begun writes nothing more
  kind         text           not null, -- the name of its queue
  owner        text           not null,
  status       text           not null check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  error        jsonb,
  check ((completed_at is null) = (status in ('queued', 'running')))
);
create index jobs_turns on jobs (kind, turn) where completed_at is null;
create index jobs_turns_of_owners on jobs (kind, owner, turn) where completed_at is null;
create index jobs_completed_at on jobs (completed_at);
