-- The people that a comment mentions; see docs/decisions/0064.
alter table comments add column mentions uuid[] not null default '{}';
