-- Who may do what, and who did it. Of a secret only its SHA-256 is ever stored.

create table tokens (
  id              uuid           primary key,
  kind            text           not null check (kind in ('operator', 'api_key')),
  name            text           not null,
  scopes          text[]         not null,
  created_by      text           not null,
  created_at      timestamptz(3) not null,
  expires_at      timestamptz(3),          -- null: never; the operator's only
  lifetime        interval,                -- a rotation renews it
  last_used_at    timestamptz(3),          -- to the minute
  revoked_at      timestamptz(3),
  version         integer        not null, -- 1, and 1 more with each rotation and at the end
  digest          bytea          not null,
  previous_digest bytea,                   -- of the secret before the last rotation, valid until
  previous_until  timestamptz(3)
);
create unique index tokens_digest_key on tokens (digest);
create unique index tokens_previous_digest_key on tokens (previous_digest) where previous_digest is not null;
create index tokens_created_by on tokens (created_by, id);

create table oauth_clients (
  id              uuid           primary key,
  name            text           not null,
  scopes          text[]         not null,
  created_by      text           not null,
  created_at      timestamptz(3) not null,
  last_used_at    timestamptz(3),
  digest          bytea          not null,
  previous_digest bytea,
  previous_until  timestamptz(3)
);
create index oauth_clients_created_by on oauth_clients (created_by, id);

create table access_tokens (
  digest     bytea          primary key,
  client_id  uuid           not null references oauth_clients on delete cascade,
  scopes     text[]         not null,
  issued_at  timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index access_tokens_client_id on access_tokens (client_id);
create index access_tokens_expires_at on access_tokens (expires_at);

create table audit_log (
  sequence    bigint generated always as identity primary key,
  occurred_at timestamptz(3) not null,
  action      text           not null,
  actor       text           not null,
  target      text,
  address     text           not null,
  request_id  text           not null,
  details     jsonb          not null
);
create index audit_log_action on audit_log (action, sequence);
create index audit_log_actor on audit_log (actor, sequence);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
