-- Kinds of questions. A row without a kind was written by a release that knew only texts and choices; its kind follows
-- from its options until it is rendered again. `key` is json, because its order is part of the rendered body.
alter table questions
  add column kind smallint,
  add column scoring smallint,
  add column key json;
