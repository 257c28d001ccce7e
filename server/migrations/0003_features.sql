-- Pure functions of a question, computed by the service when it is written, so that analyses are plain SQL at 10 M rows.
-- features_version tells which code computed a row: a newer one recomputes it in the background.
create table question_features (
  position         bigint   primary key,
  text_hash        bigint   not null, -- of the normalised question text: equal for exact duplicates
  features_version smallint not null,
  text_chars       smallint not null,
  text_words       smallint not null,
  text_sentences   smallint not null,
  answer_chars     smallint not null,
  answer_words     smallint not null,
  answer_key       text     not null, -- the normalised answer
  minhash_bands    integer[] not null -- near-duplicates share at least one band
);
create index question_features_text_hash on question_features (text_hash);
create index question_features_minhash_bands on question_features using gin (minhash_bands);

-- How far the background has brought each derived column to the version that the running code computes.
create table derived_columns (
  name    text     primary key,
  version smallint not null,
  last_id uuid     not null -- rows up to here are done
);
insert into derived_columns (name, version, last_id)
values ('body', 0, '00000000-0000-0000-0000-000000000000'), ('features', 0, '00000000-0000-0000-0000-000000000000');
