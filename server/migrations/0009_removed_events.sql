-- How far the outbox has been emptied, in each epoch: whoever goes on from before that is told that something is missing.
alter table event_epochs
  add column removed_transaction_id xid8,
  add column removed_sequence       bigint;
