-- Other ways than a link for a person to sign in; see docs/decisions/0065. A person is a row of `people`.
create table passkeys (
  id            uuid           primary key,
  person_id     uuid           not null,
  credential_id bytea          not null unique, -- what the authenticator calls it
  public_key    bytea          not null,        -- as COSE has it
  counter       bigint         not null,        -- of uses, as the authenticator says; 0 where it does not count
  rp_id         text           not null,        -- the host it was made for
  name          text           not null,
  transports    text[]         not null,
  backed_up     boolean        not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkeys_person on passkeys (person_id, id);

-- Who a person is at an OpenID provider.
create table openid_identities (
  issuer       text           not null,
  subject      text           not null,
  person_id    uuid           not null,
  created_at   timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- Attempts to sign in, or to register a passkey, that succeeded: each does so once. Kept until they would have expired.
create table used_attempts (
  digest     bytea          primary key,
  expires_at timestamptz(3) not null
);
create index used_attempts_expires_at on used_attempts (expires_at);

insert into signing_keys (purpose, key)
values ('sign-in-attempts', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
