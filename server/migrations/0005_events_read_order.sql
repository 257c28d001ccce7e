-- concurrent: events are written all the time.
create index concurrently events_read_order on events (transaction_id, sequence);
