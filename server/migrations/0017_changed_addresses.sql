-- Whether an account at an OpenID provider may be connected with a person by the address alone: it was not changed since
-- the person was invited. See docs/decisions/0065.
alter table people add column email_invited boolean not null default true;
