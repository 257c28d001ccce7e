-- Rows of analyses about one question that somebody has marked as fine; see docs/decisions/0051. Pairs are in duplicate_dismissals.
create table dismissals (
  id             uuid           primary key,
  question_id    uuid           not null,
  created_at     timestamptz(3) not null,
  withdrawn_at   timestamptz(3),          -- the row may come again
  transaction_id xid8           not null default pg_current_xact_id(), -- as of questions: what an analysis may see of it
  version        integer        not null, -- of the question: it holds for this one alone
  analysis_type  text           not null,
  created_by     text           not null,
  about          text[]         not null, -- which rows of the type, in order
  reason         text,
  unique (question_id, analysis_type, about)
);
create index dismissals_analysis_type on dismissals (analysis_type);
create index dismissals_transaction on dismissals (transaction_id);
create index dismissals_withdrawn_at on dismissals (withdrawn_at) where withdrawn_at is not null;
create index dismissals_created_by on dismissals (created_by);
