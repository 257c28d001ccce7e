-- Webhooks and what is delivered to them; see docs/decisions/0060.
create table webhooks (
  id              uuid           primary key,
  url             text           not null,
  description     text,
  types           text[],                  -- of events; null: all that its maker may see
  categories      text[],                  -- of questions, by name; null: all
  scopes          text[]         not null, -- of its maker, when it was made: what it may be told of
  created_by      text           not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  version         integer        not null default 1,
  secret          text           not null, -- sealed
  previous_secret text,
  previous_until  timestamptz(3),
  disabled_at     timestamptz(3),
  disabled_reason text,
  failing_since   timestamptz(3),          -- of all attempts since then none succeeded
  failures        integer        not null default 0, -- that cost time, in a row
  resume_at       timestamptz(3),          -- nothing is sent before
  taken_at        timestamptz(3),          -- a job for it was put into the queue, and has not ended
  first_sequence  bigint         not null  -- events before it were written when nobody listened
);
create index webhooks_created_by on webhooks (created_by);

create table webhook_deliveries (
  id              uuid           primary key,
  webhook_id      uuid           not null references webhooks on delete cascade,
  created_at      timestamptz(3) not null,
  round_began_at  timestamptz(3) not null, -- when it was made, or replayed
  next_attempt_at timestamptz(3),          -- null when nothing more will be tried
  completed_at    timestamptz(3),
  attempts        integer        not null default 0,
  round_attempts  integer        not null default 0, -- since then
  status          text           not null default 'pending',
  type            text           not null,
  message_id      text           not null, -- the same for an event and a webhook, whatever happens
  body            text           not null, -- as it is signed
  log             jsonb          not null default '[]', -- the last attempts
  unique (webhook_id, message_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where next_attempt_at is not null;
create index webhook_deliveries_list on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_completed_at on webhook_deliveries (completed_at) where completed_at is not null;

-- How far the outbox was read for webhooks; no row while there are none.
create table webhook_relay (
  only_one boolean primary key default true check (only_one),
  cursor   jsonb   not null
);

insert into signing_keys (purpose, key)
values ('webhook-secrets', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
