-- People, the links by which they sign in, and their sessions; see docs/decisions/0061.
create table people (
  id         uuid           primary key,
  name       text           not null,
  email      text,
  role       text           not null check (role in ('viewer', 'analyst', 'editor', 'administrator')),
  created_by text           not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  version    integer        not null default 1,
  removed_at timestamptz(3)           -- then the name alone is kept, for what the person has done
);
create unique index people_email on people (lower(email)) where removed_at is null;
create index people_present on people (id) where removed_at is null;
create index people_administrators on people (id) where role = 'administrator' and removed_at is null;
create index people_removed_at on people (removed_at) where removed_at is not null;

-- The one link of a person that still works.
create table sign_in_links (
  person_id  uuid           primary key references people on delete cascade,
  digest     bytea          not null unique,
  created_by text           not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_links_expires_at on sign_in_links (expires_at);

create table sessions (
  id           uuid           primary key,
  person_id    uuid           not null references people on delete cascade,
  digest       bytea          not null unique,
  way          text           not null check (way in ('link', 'passkey', 'openid')),
  user_agent   text,
  created_at   timestamptz(3) not null, -- when the person signed in
  last_used_at timestamptz(3) not null  -- to the minute
);
create index sessions_person_id on sessions (person_id, last_used_at);
create index sessions_last_used_at on sessions (last_used_at);

-- The operator may do everything there is.
update tokens set scopes = scopes || '{people:manage}'
 where kind = 'operator' and not scopes @> '{people:manage}';
