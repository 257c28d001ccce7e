-- Questions as they were at one moment, under a hash of their content; see docs/decisions/0053.
create table datasets (
  id             uuid           primary key,
  created_at     timestamptz(3) not null,
  question_count bigint         not null,
  gone           bigint         not null default 0, -- of them those that were deleted for good since
  created_by     text           not null,
  name           text,
  filter         jsonb          not null, -- as it was asked for
  content_hash   text,                    -- null until all of them have been read
  licenses       jsonb                    -- how many have which licence and source
);
create index datasets_created_by on datasets (created_by);

-- Up to 1,000 questions in a row, in creation order: 20 bytes for each.
create table dataset_chunks (
  dataset_id   uuid      not null references datasets on delete cascade,
  ordinal      integer   not null,
  positions    int8range not null, -- of the first and the last, to find those that name a question
  question_ids uuid[]    not null,
  versions     integer[] not null,
  primary key (dataset_id, ordinal)
);
create index dataset_chunks_positions on dataset_chunks using gist (positions);
