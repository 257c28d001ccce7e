-- Where the header of an imported table was found, and which items of a checked file repeat an earlier one.
alter table imports add column header_row integer;
alter table imports add column repeats jsonb;
