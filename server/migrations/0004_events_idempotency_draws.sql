-- The outbox: one row for every change, written in the transaction of the change.
create table events (
  sequence       bigint generated always as identity primary key,
  -- Sequence order is not commit order: a reader takes only rows of transactions below pg_snapshot_xmin.
  transaction_id xid8           not null default pg_current_xact_id(),
  occurred_at    timestamptz(3) not null,
  resource_id    uuid           not null,
  version        integer        not null,
  type           text           not null,
  changed        text[]         not null,
  actor          text           not null
);

-- A finished POST and its answer, kept for a day; written in the transaction of the effect.
create table idempotency_keys (
  scope       bytea          primary key, -- SHA-256 of principal, method, path and key
  fingerprint bytea          not null,    -- SHA-256 of the request body
  created_at  timestamptz(3) not null,
  status      smallint       not null,
  headers     jsonb          not null,
  body        text           not null
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- A draw that never repeats keeps its start and how far it has walked, not what it has shown.
create table draws (
  id            uuid           primary key,
  created_at    timestamptz(3) not null,
  used_at       timestamptz(3) not null,
  start_key     bigint         not null,
  last_key      bigint,
  last_position bigint,
  drawn         bigint         not null,
  wrapped       boolean        not null,
  exhausted     boolean        not null,
  owner         text           not null,
  seed          text           not null,
  filter        jsonb          not null
);
create index draws_used_at on draws (used_at);
