-- Jobs that lose their workers without getting any further, and what the reports of an import take.
alter table jobs add column losses smallint not null default 0; -- attempts that have begun since the job last got further
alter table imports add column report_bytes bigint not null default 0; -- of all its reports, had none been shortened
