-- The order of the outbox for its readers; see docs/decisions/0039.

-- Transaction numbers grow only within one history of one server. Another server, or another history of the same one after a
-- recovery, begins an epoch: what it wrote has this number or a higher one in its sequence.
create table event_epochs (
  epoch             integer primary key,
  first_sequence    bigint  not null,
  system_identifier bigint  not null, -- of no server: the first look begins the first epoch
  timeline          integer not null
);
insert into event_epochs values (0, 0, 0, 0);
